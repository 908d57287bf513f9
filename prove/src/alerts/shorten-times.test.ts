import { expect, test } from 'vitest'
import { shortenRules } from './shorten-times.ts'

test.each([
  ['expr: max(afara_payout_unconfirmed_seconds) > 1800', 'expr: max(afara_payout_unconfirmed_seconds) > 90'],
  ['expr: max(afara_feed_lag_seconds) > 180', 'expr: max(afara_feed_lag_seconds) > 75'],
  ['expr: time() - max(afara_archive_reach_timestamp_seconds) > 30', '> 15'],
  ['expr: min(afara_float_runway_seconds) < 7200', '< 360'],
  ['for: 10m', 'for: 30s'],
  ['for: 30s', 'for: 6s'],
  ['rate(afara_http_request_duration_seconds_count[5m])', '[15s]'],
])('%s is shortened to %s', (rule, short) => {
  expect(shortenRules(rule)).toContain(short)
})

test.each([
  'expr: max(afara_hints_given_up) > 0',
  'expr: afara:errors:ratio > 14.4 * 0.001',
  'and max(increase(afara_service_ended_total)) > 10',
  'afara_drill_rpo_seconds > 5',
])('%s stays', (rule) => {
  expect(shortenRules(rule)).toBe(rule)
})
