// Imported first by entry points: an older Node would fail further on with a message that helps nobody.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`This is Node ${process.versions.node}; Afara needs 24. Run it through npm: npm run dev`)
  process.exit(1)
}
