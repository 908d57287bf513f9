import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { machines } from '../../records/transactions/machines/machines.ts'
import { requireScenario, scenarioNames, scenarios } from './scenarios.ts'

test('each scenario has a unique name and describes what it shows and does', () => {
  expect(new Set(scenarioNames).size).toBe(scenarios.length)
  expect(scenarios.length).toBeGreaterThanOrEqual(14)
  for (const { name, sentence, does } of scenarios) {
    expect([name, /^[a-z]+(_[a-z]+)*$/.test(name), sentence.endsWith('.')]).toEqual([name, true, true])
    expect([name, /[.)]$/.test(does)]).toEqual([name, true])
  }
})

test('an unknown name is refused with the list of scenarios', () => {
  expect(() => requireScenario('earthquake')).toThrow('paid_exactly, expected_payment')
})

const made = scenarios.flatMap(({ name, type, expect: expected }) =>
  type === null ? [] : [[name, type, expected.map((event) => event.slice(type.length + 1))] as const],
)

test.each(made)('the expected events of %s are a path in the machine of a %s', (_name, type, statuses) => {
  const { starts, edges } = machines[type]
  expect(Object.values(starts)).toContain(statuses[0])
  statuses.slice(1).forEach((status, place) => {
    expect(Object.values(edges[statuses[place] ?? ''] ?? {})).toContain(status)
  })
})

test('a scenario without a transaction expects no events', () => {
  expect(scenarios.filter(({ type }) => type === null).flatMap((scenario) => scenario.expect)).toEqual([])
})

test('the guide has a line for each scenario, with the same text as the code', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../../../docs/guides/sandbox.md'), 'utf8')
  const table = scenarios.map(
    ({ name, sentence, does, expect: expected }) =>
      `| \`${name}\` | ${sentence} | ${does} | ${expected.length === 0 ? 'nothing' : `\`${expected.at(-1)}\``} |`,
  )
  expect(guide.split('\n').filter((line) => /^\| `\w+` \| .* \| .* \| .* \|$/.test(line))).toEqual(table)
})
