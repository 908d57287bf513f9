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
  /** Valid addresses, each with its canonical spelling. */
  fine: ReadonlyArray<readonly [address: string, kept: string]>
  refused: ReadonlyArray<readonly [address: string, code: AddressRefusalCode, message: RegExp]>
  /** Addresses of other families, with the network names that the refusal must contain. */
  meantFor: ReadonlyArray<readonly [address: string, names: string]>
  /** Returns a random address as a wallet would show it. */
  generate(bytes: (count: number) => Uint8Array): string
  /** Whether the network's official library accepts the text. */
  isAddress(text: string): boolean
}>

const stellarSecret = 'SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4'

/** Secrets that must never be repeated, on any network. */
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
  // Truncated secrets.
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

/** Tests the address rules of a network. */
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

    test('an address of another family is refused with the name of its network', () => {
      for (const [address, names] of subject.meantFor) {
        expect(judge(address)).toMatchObject({
          code: 'wallet_address_wrong_network',
          message: expect.stringContaining(names),
        })
      }
    })

    test("the token's own address and our wallets are refused", () => {
      for (const address of [subject.token, subject.ownWallet]) {
        expect(judge(address)).toMatchObject({ code: 'wallet_address_forbidden' })
      }
    })

    test('a pasted secret is recognised, answered with instructions, and not repeated', () => {
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

    test('no refusal repeats the input, and each is an actionable sentence', () => {
      const others = subject.meantFor.map(([address]) => address)
      for (const text of [...noise, ...others, ...subject.refused.map(([address]) => address)]) {
        const verdict = judge(text)
        if (verdict.outcome !== 'refused') throw new Error(`accepted: ${JSON.stringify(text)}`)
        expect(verdict.message).toMatch(/^[A-Z].*\.$/)
        expect(text.length > 10 && verdict.message.includes(text.slice(0, 10))).toBe(false)
      }
    })

    test('the rules agree with the official library on fifteen thousand valid and broken texts', () => {
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
