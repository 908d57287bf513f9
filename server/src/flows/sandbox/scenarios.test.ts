import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { machines } from '../../records/transactions/machines.ts'
import { requireScenario, scenarioNames, scenarios } from './scenarios.ts'

test('each scenario has a name of its own and says what it shows and does', () => {
  expect(new Set(scenarioNames).size).toBe(scenarios.length)
  expect(scenarios.length).toBeGreaterThanOrEqual(14)
  for (const { name, sentence, does } of scenarios) {
    expect([name, /^[a-z]+(_[a-z]+)*$/.test(name), sentence.endsWith('.')]).toEqual([name, true, true])
    expect([name, /[.)]$/.test(does)]).toEqual([name, true])
  }
})

test('a name that is none is refused with those there are', () => {
  expect(() => requireScenario('earthquake')).toThrow('paid_exactly, short_payment')
})

test('what is expected is a way through the machine of its type, from its start', () => {
  for (const { name, type, expect: expected } of scenarios) {
    if (type === null) {
      expect([name, expected]).toEqual([name, []])
      continue
    }
    const { starts, edges } = machines[type]
    const statuses = expected.map((event) => event.slice(type.length + 1))
    expect([name, Object.values(starts)]).toEqual([name, expect.arrayContaining([statuses[0]])])
    statuses.slice(1).forEach((status, place) => {
      const from = statuses[place] ?? ''
      expect([name, from, Object.values(edges[from] ?? {})]).toEqual([
        name,
        from,
        expect.arrayContaining([status]),
      ])
    })
  }
})

test('the guide has a line for each scenario, in the words of the code', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../../../docs/guides/sandbox.md'), 'utf8')
  const table = scenarios.map(
    ({ name, sentence, does, expect: expected }) =>
      `| \`${name}\` | ${sentence} | ${does} | ${expected.length === 0 ? 'nothing' : `\`${expected.at(-1)}\``} |`,
  )
  expect(guide.split('\n').filter((line) => /^\| `\w+` \| .* \| .* \| .* \|$/.test(line))).toEqual(table)
})
