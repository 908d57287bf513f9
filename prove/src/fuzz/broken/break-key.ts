import type { Operation } from '../document/operation.ts'
import { type Exchange, type Expectation, oneDraft } from '../exchange.ts'
import type { RequestKind, Setting } from '../kinds.ts'
import { type Draft, withDraftHeader } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import type { PoorKeys } from '../world.ts'

const KEY = 'svc-sec-key'

type KeyBreak = Readonly<{
  name: string
  status: number
  code: string
  apply(draft: Draft, keys: PoorKeys): Draft
}>

const setKey = (value: string | undefined) => (draft: Draft) => withDraftHeader(draft, KEY, value)
const poorKey = (name: keyof PoorKeys) => (draft: Draft, keys: PoorKeys) =>
  withDraftHeader(draft, KEY, keys[name])
const changeKey = (change: (key: string) => string) => (draft: Draft) =>
  withDraftHeader(draft, KEY, change(draft.party.key))

const keyBreaks: readonly KeyBreak[] = [
  { name: 'no key', status: 401, code: 'key_missing', apply: setKey(undefined) },
  { name: 'empty key', status: 401, code: 'key_missing', apply: setKey('') },
  { name: 'a word instead of a key', status: 401, code: 'key_malformed', apply: setKey('hunter2') },
  { name: 'a very long key', status: 401, code: 'key_malformed', apply: setKey('k'.repeat(8_000)) },
  {
    name: 'a key with characters outside ASCII',
    status: 401,
    code: 'key_malformed',
    apply: changeKey((key) => `${key}\u00e9`),
  },
  {
    name: 'a key in capitals',
    status: 401,
    code: 'key_malformed',
    apply: changeKey((key) => key.toUpperCase()),
  },
  { name: 'a key in quotes', status: 401, code: 'key_malformed', apply: changeKey((key) => `"${key}"`) },
  {
    name: 'two keys in one header',
    status: 401,
    code: 'key_malformed',
    apply: changeKey((key) => `${key}, ${key}`),
  },
  {
    name: 'the key twice',
    status: 401,
    code: 'key_malformed',
    apply: (draft) => ({ ...draft, headers: [...draft.headers, [KEY, draft.party.key]] }),
  },
  {
    name: 'the key in another header',
    status: 401,
    code: 'key_missing',
    apply: (draft) => withDraftHeader(setKey(undefined)(draft), 'authorization', `Bearer ${draft.party.key}`),
  },
  {
    name: 'the key in the query',
    status: 401,
    code: 'key_missing',
    apply: (draft) => ({ ...setKey(undefined)(draft), target: `${draft.target}?${KEY}=${draft.party.key}` }),
  },
  { name: 'a mistyped key', status: 401, code: 'key_mistyped', apply: poorKey('mistyped') },
  { name: 'a key of another cell', status: 401, code: 'key_wrong_cell', apply: poorKey('wrongCell') },
  { name: 'a key that was never issued', status: 401, code: 'key_unknown', apply: poorKey('unknown') },
  { name: 'a revoked key', status: 401, code: 'key_revoked', apply: poorKey('revoked') },
  { name: 'an expired key', status: 401, code: 'key_expired', apply: poorKey('expired') },
  {
    name: 'a key bound to another network',
    status: 403,
    code: 'ip_not_allowed',
    apply: poorKey('elsewhere'),
  },
  { name: 'a suspended business', status: 403, code: 'business_suspended', apply: poorKey('suspended') },
]

/** Sends each wrong key from its own address. Many wrong keys from one address are throttled, which is another rule. */
export function brokenKeyKinds(operations: readonly Operation[]): RequestKind[] {
  return operations
    .filter(({ needsKey }) => needsKey)
    .flatMap((operation) => [
      ...keyBreaks.map(({ name, status, code, apply }) =>
        kind(operation, name, { statuses: [status], code }, (draft, { world }) =>
          apply(draft, world.poorKeys),
        ),
      ),
      ...(operation.method === 'GET'
        ? []
        : [
            kind(
              operation,
              'a key that may only read',
              { statuses: [403], code: 'scope_missing' },
              (draft, { world }) => withDraftHeader(draft, KEY, world.poorKeys.readOnly),
            ),
          ]),
    ])
}

function kind(
  operation: Operation,
  name: string,
  expected: Expectation,
  apply: (draft: Draft, setting: Setting) => Draft,
): RequestKind {
  return {
    className: 'broken',
    name: `${operation.id} ${name}`,
    make: (setting): Exchange =>
      oneDraft(apply(draftValid(operation, setting), setting), expected, { isAlone: true }),
  }
}
