import type { LiveStack } from '../live-stack.ts'

/** An invented customer, whose name, account number and identity reference occur nowhere else. */
export type KnownPerson = Readonly<{ name: string; account: string; payee: string; identity: string }>

/** In every name, and in every identity reference. They are long, because a word of four letters is also in the bytes of an encrypted backup. */
export const NAME_WORD = 'quorvin'
export const IDENTITY_WORD = 'idvkquelm'

const CONCURRENT = 8

/** Each person is three known texts: a name, an account number and an identity reference, and has one more account to be paid on. */
export function inventPeople(count: number): readonly KnownPerson[] {
  return Array.from({ length: count }, (_none, place) => ({
    name: `QUORVIN ${lettersOf(place)} ADA`,
    account: String(7_310_000_000 + place * 7),
    payee: String(7_510_000_000 + place * 7),
    identity: `idvkquelm-${lettersOf(place).toLowerCase()}-${String(place).padStart(6, '0')}`,
  }))
}

function lettersOf(place: number): string {
  return String(place)
    .padStart(6, '0')
    .replaceAll(/[0-9]/g, (digit) => String.fromCharCode(65 + Number(digit)))
}

/** Sends a request of each person, some at a time. Returns how many were accepted. */
export async function askForAll(
  { apiUrl, testKey }: Pick<LiveStack, 'apiUrl' | 'testKey'>,
  path: string,
  bodies: readonly object[],
): Promise<number> {
  const left = [...bodies]
  let accepted = 0
  const askOne = async (body: object): Promise<void> => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const response = await fetch(`${apiUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'svc-sec-key': testKey },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      if (response.ok) {
        accepted += 1
        return
      }
      if (response.status !== 429 && response.status !== 503)
        throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
  const work = async (): Promise<void> => {
    for (let body = left.pop(); body !== undefined; body = left.pop()) await askOne(body)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work))
  return accepted
}
