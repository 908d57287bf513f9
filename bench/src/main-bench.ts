// The bench is imported only after this check: older versions would fail at the import with an unclear message.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Afara needs Node 24, but this is Node ${process.versions.node}. Run the bench with npm: npm run bench -- <name>`,
  )
  process.exit(1)
}

const { runBench } = await import('./run-bench.ts')

// A pipe that was closed (`| head`) must not break the orderly stop.
process.stdout.on('error', () => {})
process.exit(await runBench(process.argv.slice(2), (line) => console.log(line)))
