import { randomBytes } from 'node:crypto'
import type { Curve } from '../key.ts'
import {
  CKA_CLASS,
  CKA_DECRYPT,
  CKA_DERIVE,
  CKA_EC_PARAMS,
  CKA_EXTRACTABLE,
  CKA_ID,
  CKA_LABEL,
  CKA_PRIVATE,
  CKA_SENSITIVE,
  CKA_SIGN,
  CKA_SIGN_RECOVER,
  CKA_TOKEN,
  CKA_UNWRAP,
  CKA_VERIFY,
  CKO_PRIVATE_KEY,
  CKO_PUBLIC_KEY,
} from './cryptoki.ts'
import { findObjects } from './find-key.ts'
import { moduleCurves } from './module-curves.ts'
import type { Token } from './token.ts'

/** Makes a key inside the module that can sign and nothing else, and cannot leave. The token must have been opened to write. A label is used once. */
export async function makeKey(token: Token, label: string, curve: Curve): Promise<void> {
  await token.useOnce((session) => {
    const { cryptoki, handle } = session
    for (const kind of [CKO_PRIVATE_KEY, CKO_PUBLIC_KEY]) {
      const there = findObjects(session, [
        { type: CKA_CLASS, value: kind },
        { type: CKA_LABEL, value: label },
      ])
      if (there.length > 0) throw new Error(`the token has a key ${label} already`)
    }
    const { make, names } = moduleCurves[curve]
    const both = [
      { type: CKA_TOKEN, value: true },
      { type: CKA_LABEL, value: label },
      { type: CKA_ID, value: randomBytes(16) },
    ]
    cryptoki.C_GenerateKeyPair(
      handle,
      { mechanism: make },
      [
        ...both,
        { type: CKA_EC_PARAMS, value: Buffer.from(names[0] ?? '', 'hex') },
        { type: CKA_VERIFY, value: true },
      ],
      [
        ...both,
        { type: CKA_PRIVATE, value: true },
        { type: CKA_SENSITIVE, value: true },
        { type: CKA_EXTRACTABLE, value: false },
        { type: CKA_SIGN, value: true },
        { type: CKA_DECRYPT, value: false },
        { type: CKA_UNWRAP, value: false },
        { type: CKA_DERIVE, value: false },
        { type: CKA_SIGN_RECOVER, value: false },
      ],
    )
  })
}
