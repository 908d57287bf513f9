import type { Command } from 'commander'

export type Filters = Readonly<{
  type?: string
  status?: string
  network?: string
  reference?: string
  from?: string
  to?: string
}>

export function withFilters(command: Command): Command {
  return command
    .option('--type <type>', 'buy, sell or withdrawal')
    .option('--status <status>', 'such as completed or on_hold')
    .option('--network <name>', 'such as Polygon')
    .option('--reference <text>', 'your reference')
    .option('--from <when>', 'a date or timestamp, such as 2026-11-01')
    .option('--to <when>', 'a date or timestamp')
}

export function filterQuery({ type, status, network, reference, from, to }: Filters) {
  return { type, status, network, reference, from, to }
}
