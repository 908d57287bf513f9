import {
  CKA_ALWAYS_SENSITIVE,
  CKA_DECRYPT,
  CKA_DERIVE,
  CKA_EXTRACTABLE,
  CKA_NEVER_EXTRACTABLE,
  CKA_SENSITIVE,
  CKA_SIGN,
  CKA_SIGN_RECOVER,
  CKA_UNWRAP,
} from './cryptoki.ts'
import { attributeOf } from './read-attribute.ts'
import type { TokenSession } from './token-session.ts'

type Rule = Readonly<{ attribute: number; wanted: boolean; else: string }>

const RULES: readonly Rule[] = [
  { attribute: CKA_SENSITIVE, wanted: true, else: 'can be read' },
  { attribute: CKA_EXTRACTABLE, wanted: false, else: 'can be taken out of its module' },
  // What was ever outside, or could have been, may have a copy.
  { attribute: CKA_ALWAYS_SENSITIVE, wanted: true, else: 'could once be read' },
  {
    attribute: CKA_NEVER_EXTRACTABLE,
    wanted: true,
    else: 'was not made in its module, or could once be taken out',
  },
  { attribute: CKA_SIGN, wanted: true, else: 'cannot sign' },
  { attribute: CKA_DECRYPT, wanted: false, else: 'can decrypt' },
  { attribute: CKA_UNWRAP, wanted: false, else: 'can unwrap' },
  { attribute: CKA_DERIVE, wanted: false, else: 'can derive' },
  { attribute: CKA_SIGN_RECOVER, wanted: false, else: 'can sign with recovery' },
]

/** A key that could leave its module, or do anything but sign, is refused: nobody can say who else has it. What a module does not say of a key is no. */
export function requireSealed(session: TokenSession, key: Buffer, label: string): void {
  for (const { attribute, wanted, else: problem } of RULES) {
    const is = attributeOf(session, key, attribute)?.[0] === 1
    if (is !== wanted) throw new Error(`the key ${label} ${problem}`)
  }
}
