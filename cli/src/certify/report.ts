import type { Paint } from '../output/paint.ts'
import { toPlainText } from '../output/plain-text.ts'
import type { Check, Verdict } from './check.ts'

const SIGNS: Readonly<Record<Verdict, readonly [sign: string, colour: Parameters<Paint>[1]]>> = {
  passed: ['pass', 'green'],
  failed: ['FAIL', 'red'],
  not_shown: ['ask ', 'yellow'],
}

export function checkLine({ verdict, title, detail, name }: Check, paint: Paint): string {
  const [sign, colour] = SIGNS[verdict]
  const seen = detail === undefined ? '' : paint(` — ${toPlainText(detail)}`, colour)
  return `${paint(sign, colour)}  ${name.padEnd(36)}  ${toPlainText(title)}${seen}`
}

export function verdictLine(checks: readonly Check[]): string {
  const count = (verdict: Verdict) => checks.filter((check) => check.verdict === verdict).length
  const [passed, failed, notShown] = [count('passed'), count('failed'), count('not_shown')]
  const figures = `${passed} passed, ${failed} failed, ${notShown} not checked`
  if (failed > 0) return `Not certified: ${figures}.`
  return notShown > 0 ? `No check failed, but some could not run: ${figures}.` : `Certified: ${figures}.`
}

type About = Readonly<{ url: string; business: string; at: Date }>

/** Returns the report for a file: JSON for `.json`, Markdown for any other name. */
export function reportText(file: string, checks: readonly Check[], { url, business, at }: About): string {
  if (file.endsWith('.json')) {
    const report = { at: at.toISOString(), business, url, verdict: verdictLine(checks), checks }
    return `${JSON.stringify(report, null, 2)}\n`
  }
  const cell = (text: string) => toPlainText(text).replaceAll('|', '\\|')
  return [
    '# Certification run',
    '',
    verdictLine(checks),
    '',
    `Receiver ${url} of ${business}, ${at.toISOString()}.`,
    '',
    '| | check | expected | observed |',
    '|---|---|---|---|',
    ...checks.map(
      ({ verdict, name, title, detail = '' }) =>
        `| ${SIGNS[verdict][0].trim()} | ${name} | ${cell(title)} | ${cell(detail)} |`,
    ),
    '',
  ].join('\n')
}
