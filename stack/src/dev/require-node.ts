// Entry points import this first, because an older Node would fail later with an unclear message.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`This is Node ${process.versions.node}; Afara needs 24. Run it through npm: npm run dev`)
  process.exit(1)
}
