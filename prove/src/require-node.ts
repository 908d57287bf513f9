// Must be imported first. An older Node would fail later with an unhelpful message.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `This is Node ${process.versions.node}; a proof needs 24: run it through npm: npm run prove -- …`,
  )
  process.exit(1)
}
