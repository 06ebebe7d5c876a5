"""When Git saw the files of each page change; one walk for each repository.

Nothing is asked of the network unless the option `git.fetch_history` says so, and no date is given
that the missing part of a history could change. The flow, from the outside in: `page_dates` asks
`repositories`, each of which is a `repository`, whose `walk` reads `differences`.
"""
