import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'deploy/prometheus')
const rules = readFileSync(join(folder, 'afara.rules.yaml'), 'utf8')
const tests = readFileSync(join(folder, 'afara.rules.test.yaml'), 'utf8')
const all = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, found]) => found))

// The gate installs promtool. Elsewhere it may be missing.
const hasPromtool = process.env.CI !== undefined || spawnSync('promtool', ['--version']).error === undefined

test.runIf(hasPromtool)('every alert fires and stays silent as its tests say', () => {
  const args = ['test', 'rules', 'afara.rules.test.yaml']
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
})

test('every alert has a test in which it fires and one in which it does not', () => {
  const alerts = all(rules, /- alert: (\w+)/g)
  expect(alerts.size).toBeGreaterThan(20)
  expect(all(tests, /alertname: (\w+)\n/g)).toEqual(alerts)
  expect(all(tests, /alertname: (\w+), exp_alerts: \[\]/g)).toEqual(alerts)
})

// metrics.test.ts of the stack compares this page with what the processes print.
test('every metric in a rule is one that we print', () => {
  const known = all(readFileSync(join(root, 'docs/operate/monitoring.md'), 'utf8'), /\b(afara_[a-z_]+)/g)
  for (const name of all(rules, /\b(afara_[a-z_]+)/g))
    expect(known, name).toContain(name?.replace(/_(?:bucket|count)$/, ''))
})

test('every job in a rule is one that Prometheus scrapes', () => {
  const jobs = all(readFileSync(join(folder, 'prometheus.yaml'), 'utf8'), /job_name: (\S+)/g)
  for (const job of all(rules, /job="([^"]+)"/g)) expect(jobs).toContain(job)
})

test('every runbook of an alert exists', () => {
  for (const page of all(rules, /runbook: (\S+)/g))
    expect(existsSync(join(root, page ?? '')), page).toBe(true)
})
