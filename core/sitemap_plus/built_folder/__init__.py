"""The third host: pages from a folder that any generator has built."""
