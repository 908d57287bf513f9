import { askJson } from '@afara/stack/http/ask-json.ts'

/** What can be done to the chain without a signature. */
export function knobOf(url: string): (name: string, body: object) => Promise<unknown> {
  return async (name, body) => askJson(`${url}/admin/${name}`, {}, body)
}
