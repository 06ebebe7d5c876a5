// Reads with npm's packages: a JSON array in each line of the standard input is one task, a line
// of the standard output its answer. Packages come from the folder that it is started in.
"use strict";

const { createRequire } = require("node:module");
const { join } = require("node:path");
const { createInterface } = require("node:readline");
const { Readable } = require("node:stream");

const requireInstalled = createRequire(join(process.cwd(), "package.json"));
const {
  ErrorLevel,
  XMLToSitemapIndexStream,
  XMLToSitemapItemStream,
  validateSMIOptions,
} = requireInstalled("sitemap");
const readRobots = requireInstalled("robots-parser");

async function parsed(xml, Parser) {
  const parser = new Parser({ level: ErrorLevel.THROW, logger: false });
  return Readable.from([xml]).pipe(parser).toArray();
}

const readers = {
  async urlset(xml) {
    const items = await parsed(xml, XMLToSitemapItemStream);
    return items.map((item) => validateSMIOptions(item, ErrorLevel.THROW));
  },
  async index(xml) {
    return parsed(xml, XMLToSitemapIndexStream);
  },
  robots(text, site, agents, paths) {
    const robots = readRobots(new URL("/robots.txt", site).href, text);
    const isAllowed = (path, agent) => robots.isAllowed(new URL(path, site).href, agent);
    const answers = agents.map((agent) => paths.map((path) => isAllowed(path, agent)));
    return { sitemaps: robots.getSitemaps(), answers };
  },
};

async function answer(line) {
  const [task, ...given] = JSON.parse(line);
  try {
    return { answer: await readers[task](...given) };
  } catch (error) {
    return { error: `${error.name}: ${error.message}` };
  }
}

async function main() {
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
  }
}

main();
