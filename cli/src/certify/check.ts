/** `not_shown`: the run did not confirm or contradict the check. */
export type Verdict = 'passed' | 'failed' | 'not_shown'

/** One line of the report. */
export type Check = Readonly<{
  name: string
  /** The expected behaviour of a good integration. */
  title: string
  verdict: Verdict
  /** The observed behaviour, if there is more to say. */
  detail?: string
}>

type Named = Pick<Check, 'name' | 'title'>

export function passed(check: Named, detail?: string): Check {
  return { ...check, verdict: 'passed', ...(detail === undefined ? {} : { detail }) }
}

export function failed(check: Named, detail: string): Check {
  return { ...check, verdict: 'failed', detail }
}

export function notShown(check: Named, detail: string): Check {
  return { ...check, verdict: 'not_shown', detail }
}
