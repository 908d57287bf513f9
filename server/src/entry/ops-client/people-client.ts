/** An answer of the people process. */
type PeopleAnswer = Readonly<Record<string, unknown>>

/** A refusal of the people process, with the data that it has for programs. */
export class PeopleRefusal extends Error {
  override readonly name = 'PeopleRefusal'
  readonly code: string
  readonly detail: Readonly<Record<string, unknown>>

  constructor(body: PeopleAnswer) {
    const { message, code, errors } = body as { message?: string; code?: string; errors?: PeopleAnswer[] }
    super(message ?? 'The people process refused without a reason.')
    this.code = code ?? 'internal'
    this.detail = errors?.[0] ?? {}
  }
}

/** Sends a request to the people process. Throws a PeopleRefusal if it refuses. */
export async function askPeople(
  url: string,
  request: Readonly<{ method?: 'GET' | 'POST'; path: string; token?: string | undefined; body?: unknown }>,
): Promise<PeopleAnswer> {
  const { method = 'POST', path, token, body } = request
  const response = await fetch(`${url}/people/v1/${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'user-agent': 'afara ops',
    },
    redirect: 'error',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as PeopleAnswer
  if (!response.ok) throw new PeopleRefusal(answer)
  return answer
}
