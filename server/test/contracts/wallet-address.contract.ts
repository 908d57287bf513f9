import { describe, expect, test } from 'vitest'
import type { NetworkName } from '../../src/kernel/networks.ts'
import type { AddressRefusalCode, WalletAddressRules } from '../../src/movements/transfers/wallet-address.ts'
import { createSeededRandom } from '../seeded-random.ts'

export type WalletAddressSubject = Readonly<{
  network: NetworkName
  /** Rules that forbid the two addresses below. */
  rules: WalletAddressRules
  token: string
  ownWallet: string
  /** Good addresses, each with the one spelling it is kept in. */
  fine: ReadonlyArray<readonly [address: string, kept: string]>
  refused: ReadonlyArray<readonly [address: string, code: AddressRefusalCode, message: RegExp]>
  /** Addresses of other families, with the names that the refusal must give. */
  meantFor: ReadonlyArray<readonly [address: string, names: string]>
  /** A random address as a wallet would show it. */
  generate(bytes: (count: number) => Uint8Array): string
  /** What the network's official library says of the shape of a text. */
  isAddress(text: string): boolean
}>

const stellarSecret = 'SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4'

/** What must not be repeated to anyone, on whichever network it was given. */
const secrets = [
  stellarSecret,
  stellarSecret.toLowerCase(),
  stellarSecret.slice(0, -1),
  ` ${stellarSecret}\n`,
  '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  '4MPeNPZhDkUEH6iqVdSLNQqYW8Xz1ZWPK3yvXFMtGE7cD4tzdpLGVvVVeZrVZsYRGDJbmN6cW8vEuyJvcMFjDPMM',
  `[${Array.from({ length: 64 }, (_, index) => (index * 37) % 256).join(', ')}]`,
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  // Cut short somewhere on its way.
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon ab',
  `[${'255, '.repeat(40)}`,
]

const noise = [
  '',
  ' ',
  '\n',
  '0',
  '0x',
  'null',
  '__proto__',
  'constructor',
  '💸',
  '\u0000',
  '\u202e0x',
  '-',
  '='.repeat(56),
  '1'.repeat(31),
  '1'.repeat(33),
  '1'.repeat(100_000),
  'A'.repeat(399),
]

/** What the rules of every network must hold. */
export function walletAddressContract(subject: WalletAddressSubject): void {
  const { network, rules } = subject
  const judge = (text: string) => rules.judge(network, text)

  describe(`addresses of ${network}`, () => {
    test.each(subject.fine)('%s is an address', (address, kept) => {
      expect(judge(address)).toEqual({ outcome: 'fine', address: kept })
      expect(judge(kept)).toEqual({ outcome: 'fine', address: kept })
      expect(rules.isSecret(address)).toBe(false)
    })

    test.each(subject.refused)('%j is refused: %s', (address, code, message) => {
      expect(judge(address)).toEqual({ outcome: 'refused', code, message: expect.stringMatching(message) })
    })

    test('an address of another family is refused with the name of the network it was meant for', () => {
      for (const [address, names] of subject.meantFor) {
        expect(judge(address)).toMatchObject({
          code: 'wallet_address_wrong_network',
          message: expect.stringContaining(names),
        })
      }
    })

    test("the token's own address and a wallet of ours are never a customer's", () => {
      for (const address of [subject.token, subject.ownWallet]) {
        expect(judge(address)).toMatchObject({ code: 'wallet_address_forbidden' })
      }
    })

    test('a secret that was pasted is called one, with what to do now, and is not repeated', () => {
      for (const secret of secrets) {
        const verdict = judge(secret)
        expect(verdict).toMatchObject({
          code: 'wallet_address_is_secret',
          message: expect.stringContaining('move the funds'),
        })
        expect(JSON.stringify(verdict)).not.toContain(secret.trim().slice(0, 8))
        expect(rules.isSecret(secret)).toBe(true)
      }
    })

    test('no refusal repeats what was given, and each is a sentence that a person can act on', () => {
      const others = subject.meantFor.map(([address]) => address)
      for (const text of [...noise, ...others, ...subject.refused.map(([address]) => address)]) {
        const verdict = judge(text)
        if (verdict.outcome !== 'refused') throw new Error(`accepted: ${JSON.stringify(text)}`)
        expect(verdict.message).toMatch(/^[A-Z].*\.$/)
        expect(text.length > 10 && verdict.message.includes(text.slice(0, 10))).toBe(false)
      }
    })

    test('on fifteen thousand texts, right and spoilt, it agrees with the official library', () => {
      const random = createSeededRandom(20_261_115)
      const disagreements: string[] = []
      for (let round = 0; round < 5_000; round += 1) {
        const address = subject.generate(random.bytes)
        const place = random.below(address.length)
        const [before, after] = [address.slice(0, place), address.slice(place + random.below(2))]
        for (const text of [address, before + random.pick(address) + after, before + after]) {
          if ((judge(text).outcome === 'fine') !== subject.isAddress(text)) disagreements.push(text)
        }
      }
      expect(disagreements).toEqual([])
    })
  })
}
