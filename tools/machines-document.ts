import { type Machine, transitionsOf } from '@afara/server/records/transactions/machines/machine.ts'
import { machines } from '@afara/server/records/transactions/machines/machines.ts'

/** Returns the page of states: a diagram and a table of each machine, from the table that the service itself uses. */
export function machinesDocument(): string {
  const sections = Object.entries(machines).map(([name, machine]) => section(name, machine))
  return `# The states of a transaction

<!-- Generated from the machines in server/src/records/transactions by "npm run generate". Do not edit. -->

A transaction is in exactly one state and moves only along these arrows. PostgreSQL refuses any other move.

${sections.join('\n')}`
}

function section(name: string, machine: Machine): string {
  const edges = transitionsOf(machine)
  const arrows = edges.map(
    ({ from, event, to }) => `  ${from === '' ? '[*]' : from} --> ${to}: ${event.replaceAll('_', ' ')}`,
  )
  const rows = Object.entries(machine.meanings).map(([status, { sentence, holder, expectedWithinMs }]) => {
    const leads = edges.filter((edge) => edge.from === status).map(({ event, to }) => `${event} → \`${to}\``)
    return `| \`${status}\` | ${sentence} | ${holder} | ${inWords(expectedWithinMs)} | ${leads.length === 0 ? 'end' : leads.join('<br>')} |`
  })
  return `## A ${name}

\`\`\`mermaid
stateDiagram-v2
${arrows.join('\n')}
\`\`\`

| state | meaning | money is with | expected within | next |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function inWords(ms: number | null): string {
  if (ms === null) return '–'
  const minutes = ms / 60_000
  return minutes < 120 ? `${minutes} min` : `${minutes / 60} h`
}
