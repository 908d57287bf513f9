import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Faults, startReceiver, startSampleReceiver } from '../../test/receivers.ts'
import { startStandInApi } from '../../test/stand-in-api.ts'
import { createTestMachine } from '../../test/test-world.ts'
import type { Check } from './check.ts'

const api = await startStandInApi()
const machine = createTestMachine({ AFARA_KEY: 'svc_test_stand_in', AFARA_URL: api.url })
const secret = (await machine.run(['listen', '--print-secret'])).out
const stops: (() => void)[] = [api.stop]
afterAll(() => {
  for (const stop of stops) stop()
})

type Report = { verdict: string; checks: Check[] }

async function certify(receiver: { url: string; stateUrl: string; stop: () => void }, ...more: string[]) {
  stops.push(receiver.stop)
  const line = ['certify', '--json', '--forward-to', receiver.url, '--state-url', receiver.stateUrl, ...more]
  const { code, out, err } = await machine.run(line)
  expect(err).toBe('')
  const report = JSON.parse(out) as Report
  const named = (verdict: Check['verdict']) =>
    report.checks.filter((check) => check.verdict === verdict).map(({ name }) => name)
  return { code, report, failed: named('failed'), notShown: named('not_shown'), passed: named('passed') }
}

async function failuresOf(faults: Faults) {
  const { failed, code } = await certify(await startReceiver(secret, faults))
  return { failed, code }
}

test('the sample receiver passes all checks', async () => {
  const { code, failed, notShown, passed } = await certify(await startSampleReceiver(secret))
  expect(failed).toEqual([])
  expect(notShown).toEqual([])
  expect(passed).toEqual([
    'signature_accepted',
    'forged_refused',
    'stale_refused',
    'truncated_refused',
    'duplicate_answered',
    'duplicate_counted_once',
    'never_back',
    'retry_accepted',
    'create_once',
    'scenario_paid_exactly',
    'scenario_short_payment',
    'scenario_late_payment',
  ])
  expect(code).toBe(0)
})

test('a receiver that checks no signature fails only the checks of forged, stale and truncated events', async () => {
  expect(await failuresOf({ checksNothing: true })).toEqual({
    failed: ['forged_refused', 'stale_refused', 'truncated_refused'],
    code: 1,
  })
})

test('a receiver that processes duplicates fails only that check', async () => {
  expect(await failuresOf({ countsTwice: true })).toEqual({ failed: ['duplicate_counted_once'], code: 1 })
})

test('a receiver that uses the last event to arrive fails only that check', async () => {
  expect(await failuresOf({ movesBack: true })).toEqual({ failed: ['never_back'], code: 1 })
})

test('a receiver that refuses duplicates fails, because they would be retried for three days', async () => {
  expect(await failuresOf({ refusesRepeats: true })).toEqual({ failed: ['duplicate_answered'], code: 1 })
})

test('a receiver that fails first and accepts later passes, with the number of failures', async () => {
  const { report, failed } = await certify(await startReceiver(secret, { failsFirst: true }))
  expect(failed).toEqual([])
  expect(report.checks.find(({ name }) => name === 'retry_accepted')?.detail).toMatch(/^\d+ attempts failed/)
})

test('without a state URL, checks of the state are reported as not shown', async () => {
  const receiver = await startReceiver(secret)
  stops.push(receiver.stop)
  const { out, code } = await machine.run(['certify', '--forward-to', receiver.url, '--scenarios', 'none'])
  expect(code).toBe(0)
  expect(out.split('\n').filter((line) => line.startsWith('ask')).length).toBe(2)
  expect(out).toContain('No check failed, but some could not run: 7 passed, 0 failed, 2 not checked.')
})

test('the report file contains the observed behaviour', async () => {
  const file = join(machine.folder, 'report.md')
  const receiver = await startReceiver(secret, { movesBack: true })
  await certify(receiver, '--scenarios', 'short_payment', '--report', file)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('Not certified:')
  expect(text).toContain(
    '| FAIL | never_back | Events out of order do not move the state back | the transaction is completed, your state is pending_payment |',
  )
})

test('an unknown scenario is refused before any request', async () => {
  const line = ['certify', '--forward-to', 'http://127.0.0.1:1', '--scenarios', 'earthquake']
  const { code, err } = await machine.run(line)
  expect(code).toBe(2)
  expect(err).toBe('No scenario is called "earthquake". See "afara scenarios".')
})
