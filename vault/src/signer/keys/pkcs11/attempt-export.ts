import { CKA, CKM, codeOf } from './cryptoki.ts'
import type { Token, TokenSession } from './token.ts'
import { findSecret } from './token-keys.ts'

type Way = Readonly<{ name: string; attempt(session: TokenSession, key: Buffer): void }>

export type ExportAttempt = Readonly<{ tried: number; open: readonly string[] }>

/** The export methods of the standard. */
const WAYS: readonly Way[] = [
  {
    name: 'read it',
    attempt: ({ cryptoki, handle }, key) => cryptoki.C_GetAttributeValue(handle, key, [{ type: CKA.VALUE }]),
  },
  {
    name: 'make it readable',
    attempt: ({ cryptoki, handle }, key) =>
      cryptoki.C_SetAttributeValue(handle, key, [{ type: CKA.SENSITIVE, value: false }]),
  },
  {
    name: 'make it extractable',
    attempt: ({ cryptoki, handle }, key) =>
      cryptoki.C_SetAttributeValue(handle, key, [{ type: CKA.EXTRACTABLE, value: true }]),
  },
  {
    name: 'copy it as extractable',
    attempt: ({ cryptoki, handle }, key) =>
      cryptoki.C_CopyObject(handle, key, [
        { type: CKA.TOKEN, value: false },
        { type: CKA.EXTRACTABLE, value: true },
        { type: CKA.SENSITIVE, value: false },
      ]),
  },
  {
    name: 'wrap it in a key of ours',
    attempt: ({ cryptoki, handle }, key) => {
      const template = [
        { type: CKA.TOKEN, value: false },
        { type: CKA.WRAP, value: true },
        { type: CKA.VALUE_LEN, value: 32 },
      ]
      const wrapping = cryptoki.C_GenerateKey(handle, { mechanism: CKM.AES_KEY_GEN }, template)
      cryptoki.C_WrapKey(handle, { mechanism: CKM.AES_KEY_WRAP_PAD }, wrapping, key, Buffer.alloc(4096))
    },
  },
]

/** Tries to export a key from its module, in a writable session, and returns the methods that worked. None may work. */
export async function attemptExport(token: Token, label: string): Promise<ExportAttempt> {
  return token.useOnce((session) => {
    const key = findSecret(session, label)
    const open = WAYS.filter(({ attempt }) => succeeds(() => attempt(session, key)))
    return { tried: WAYS.length, open: open.map(({ name }) => name) }
  })
}

/** Only a refusal by the module counts as a failure. Any other error is thrown. */
function succeeds(attempt: () => void): boolean {
  try {
    attempt()
    return true
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return false
  }
}
