// Writes a sitemap with npm's `sitemap` and prints the CPU seconds that it took.
// Usage: node npm_sitemap.cjs ENTRIES.json SITEMAP.xml, in the folder that has node_modules.
"use strict";

const { createWriteStream, readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { Readable } = require("node:stream");
const { pipeline } = require("node:stream/promises");

const { SitemapStream } = createRequire(join(process.cwd(), "package.json"))("sitemap");

async function main([source, target]) {
  const entries = JSON.parse(readFileSync(source, "utf-8"));
  const start = process.cpuUsage();
  const sitemap = new SitemapStream({ xmlns: {} });
  await pipeline(Readable.from(entries), sitemap, createWriteStream(target));
  const { user, system } = process.cpuUsage(start);
  console.log((user + system) / 1e6);
}

main(process.argv.slice(2));
