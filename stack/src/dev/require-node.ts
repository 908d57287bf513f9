// Entry points import this first, because an older Node would fail later with an unclear message.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Afara needs Node 24, but this is Node ${process.versions.node}. Start it with npm: npm run dev`,
  )
  process.exit(1)
}
