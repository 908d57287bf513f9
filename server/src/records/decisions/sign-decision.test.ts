import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { softwareSigning, testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, expect, test } from 'vitest'
import { createDecidingWorld } from '../../../test/deciding-world.ts'
import { newId, parseId } from '../../kernel/ids/ids.ts'
import { formatDecision, hashDecision, shortCode } from './decision-text.ts'
import { type Assertion, signDecision } from './sign-decision.ts'

const world = await createDecidingWorld()
afterAll(world.close)

const { bisi, chidi, owner } = world
const text = 'Afara decision 1\nreason: "because"'
const site = { rpId: testRelyingParty.id, origin: testRelyingParty.origin }
const asked = (about: string) => ({ challenge: hashDecision(about), ...site })

const about = { text, kind: 'unmatched', action: 'keep' } as const

const signWith = async (assertion: Assertion) =>
  signDecision(owner, { ...softwareSigning(), sign: async () => assertion }, { ...about, operatorId: bisi })

test('the text has every value of a decision on a line of its own, in one order', () => {
  const id = '01935a00-0000-7000-8000-0000000000aa'
  const file = {
    id,
    mode: 'test',
    kind: 'unmatched',
    transactionId: null,
    lineId: '01935a00-0000-7000-8000-0000000000bb',
    vendorAccountId: null,
    businessId: null,
  } as const
  const destination = {
    bank_code: '058',
    account_number: '0123456789',
    bank_name: null,
    account_name: 'ADA "A" FOODS\nreason: "forged"',
    known_by: 'number',
  } as const
  const resolution = { destination, amount_minor: '2500000', action: 'return' } as const
  const decided = { file, version: 4, resolution, seen: { credit: null }, reason: 'the payer called' }
  const written = formatDecision(decided)
  expect(written.split('\n')).toEqual([
    'Afara decision 1',
    'mode: "test"',
    `case: "${id}"`,
    'kind: "unmatched"',
    'version: 4',
    'credit: "01935a00-0000-7000-8000-0000000000bb"',
    'decision.action: "return"',
    'decision.amount_minor: "2500000"',
    'decision.destination.account_name: "ADA \\"A\\" FOODS\\nreason: \\"forged\\""',
    'decision.destination.account_number: "0123456789"',
    'decision.destination.bank_code: "058"',
    'decision.destination.bank_name: null',
    'decision.destination.known_by: "number"',
    expect.stringMatching(/^evidence: "sha256:[0-9a-f]{64}"$/),
    'reason: "the payer called"',
  ])
  // Changing anything changes the code that people compare.
  expect(shortCode(formatDecision({ ...decided, version: 5 }))).not.toBe(shortCode(written))
  expect(shortCode(formatDecision({ ...decided, seen: { credit: '1' } }))).not.toBe(shortCode(written))
})

test('an operator signs with their own passkey', async () => {
  await expect(signWith(softwarePasskey(bisi).assert(asked(text)))).resolves.toBeDefined()
})

test('a signature of another person, text, site or passkey is refused', async () => {
  const own = softwarePasskey(bisi)
  const good = own.assert(asked(text))
  const unverified = Buffer.from(good.authenticatorData)
  unverified[32] = 0x01
  const wrong: Readonly<Record<string, Assertion>> = {
    'a colleague': softwarePasskey(chidi).assert(asked(text)),
    'a colleague under my name': {
      ...softwarePasskey(chidi).assert(asked(text)),
      credentialId: own.credentialId,
    },
    'another text': own.assert(asked(`${text} `)),
    'another site': own.assert({ ...asked(text), origin: 'https://afara.example' }),
    'another relying party': own.assert({ ...asked(text), rpId: 'afara.example' }),
    'a passkey that is not enrolled': softwarePasskey(bisi, 'second').assert(asked(text)),
    'without verification of the user': { ...good, authenticatorData: unverified },
    'no signature': { ...good, signature: Buffer.alloc(0) },
  }
  for (const [name, assertion] of Object.entries(wrong)) {
    await expect(signWith(assertion), name).rejects.toMatchObject({ code: 'signature_invalid' })
  }
})

test('an operator without a passkey cannot decide', async () => {
  const id = newId()
  await owner.query(`insert into operator (id, email, name) values ($1, 'new@afara.test', 'New')`, [id])
  await expect(signDecision(owner, softwareSigning(), { ...about, operatorId: id })).rejects.toMatchObject({
    code: 'passkey_missing',
  })
})

test('a decided case keeps both signatures of one text, and nobody can change them', async () => {
  const account = await world.openAccount()
  const line = await world.pay(account, 50_000, {
    accountNumber: '9999999999',
    bankCode: '000014',
    name: 'E O',
  })
  const caseId = await world.ask(account, line, 'unmatched')
  await world.propose(caseId, { action: 'keep' })
  await world.approve(caseId)
  const { rows } = await owner.query<{
    part: string
    operator_id: string
    client_data: Buffer
    text: string
  }>(
    `select s.part, s.operator_id, s.client_data, d.text from decision_signature s join signed_decision d using (case_id, version)
     where s.case_id = $1 order by s.sequence`,
    [parseId('case', caseId)],
  )
  expect(rows.map(({ part, operator_id }) => [part, operator_id])).toEqual([
    ['proposed', bisi],
    ['approved', chidi],
  ])
  for (const { client_data: clientData, text: signed } of rows) {
    const { challenge } = JSON.parse(clientData.toString()) as { challenge: string }
    expect(challenge).toBe(hashDecision(signed).toString('base64url'))
  }
  await expect(owner.query(`update signed_decision set text = text`)).rejects.toThrow(/append-only/)
  await expect(owner.query(`delete from decision_signature`)).rejects.toThrow(/append-only/)
})

test('a revoked passkey decides nothing more', async () => {
  const account = await world.openAccount()
  const line = await world.pay(account, 51_000, {
    accountNumber: '9999999999',
    bankCode: '000014',
    name: 'E O',
  })
  const caseId = await world.ask(account, line, 'unmatched')
  const ada = await world.hire('Ada')
  await owner.query(`update passkey set revoked_at = now() where operator_id = $1`, [ada])
  await expect(world.propose(caseId, { action: 'keep' }, ada)).rejects.toMatchObject({
    code: 'passkey_missing',
  })
})
