import { askJson } from '@afara/stack/http/ask-json.ts'

/** Calls the simulator's admin endpoints, which change the chain without a signature. */
export function knobOf(url: string): (name: string, body: object) => Promise<unknown> {
  return async (name, body) => askJson(`${url}/admin/${name}`, {}, body)
}
