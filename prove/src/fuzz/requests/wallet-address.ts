import {
  type NetworkFamily,
  type NetworkName,
  networkNamed,
  networksOf,
} from '@afara/server/kernel/networks.ts'
import type { Random } from '../random.ts'

/** Networks with deposits. A sell from a wallet names one of these. */
export const depositNetworks = networksOf('evm')

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STELLAR_ACCOUNT = 6 << 3

const makers: Readonly<Record<NetworkFamily, (random: Random) => string>> = {
  evm: evmAddress,
  solana: (random) => base58(random.bytes(32)),
  stellar: (random) => stellarKey(STELLAR_ACCOUNT, random.bytes(32)),
}

/** Returns a well-formed address. */
export function walletAddress(random: Random, network: NetworkName): string {
  return makers[networkNamed(network).family](random)
}

function evmAddress(random: Random): string {
  return `0x${random.bytes(20).toString('hex')}`
}

function base58(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (number > 0n) {
    text = BASE58.charAt(Number(number % 58n)) + text
    number /= 58n
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(Math.max(zeros, 0)) + text
}

export function stellarKey(version: number, payload: Buffer): string {
  const body = Buffer.concat([Buffer.from([version]), payload])
  const checksum = Buffer.alloc(2)
  checksum.writeUInt16LE(crc16(body))
  const bits = [...body, ...checksum].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('')
}

function crc16(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}
