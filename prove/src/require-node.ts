// Must be imported first. An older Node would fail later with an unhelpful message.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Proofs need Node 24, but this is Node ${process.versions.node}. Run them with npm: npm run prove -- <name>`,
  )
  process.exit(1)
}
