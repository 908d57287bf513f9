import { keccak_256 } from '@noble/hashes/sha3.js'
import type { SettingReader } from '../../shared/settings.ts'
import { createAskRpc, denyUnless, readFields, readList, readText, waitUnless } from './ask-node.ts'
import {
  type Arrived,
  type SellNames,
  sellSalt,
  type TokenChain,
  type TokenFamily,
  type Witness,
} from './token-family.ts'

/** A token's settings from the policy. Addresses are in lower case. */
type EvmToken = Readonly<{
  token: string
  factory: string
  treasury: string
  chainId: bigint
  decimals: number
}>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
// treasury()
const TREASURY = '0x61d027b3'
const HEX = /^0x[0-9a-f]+$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i
// EIP-1167: the code of a clone, before and after the address of the contract that it delegates to.
const BEFORE = '3d602d80600a3d3981f3363d3d373d3d3d363d73'
const AFTER = '5af43d82803e903d91602b57fd5bf3'

/** Deposits at the clones that our factory creates. */
export const evmToken: TokenFamily = {
  spell: (address) => address.toLowerCase(),
  tokenSettings: ['token', 'factory', 'treasury'],
  askedSettings: ['chain_id'],
  readToken,
}

function readToken({ text, whole }: SettingReader, decimals: number | undefined): TokenChain {
  const address = (name: string): string => text(name, ADDRESS).toLowerCase()
  const [token, factory, treasury] = [address('token'), address('factory'), address('treasury')]
  const asked =
    decimals === undefined ? undefined : { token, factory, treasury, chainId: whole('chain_id'), decimals }
  return {
    token,
    spellHash: (hash) => hash.toLowerCase(),
    depositAddresses: (sell) => depositAddresses(factory, sell),
    createWitness: asked && ((url) => createEvmWitness(url, asked)),
  }
}

/** Checks that the transfers are in final blocks and that the factory sends to our treasury. */
function createEvmWitness(url: string, token: EvmToken): Witness {
  const ask = createAskRpc(url)
  return async (arrived, signal) => {
    const [chainId, finalized, treasury, ...receipts] = await ask(
      [
        ['eth_chainId'],
        ['eth_getBlockByNumber', 'finalized', false],
        ['eth_call', { to: token.factory, data: TREASURY }, 'finalized'],
        ...arrived.map(({ txHash }) => ['eth_getTransactionReceipt', txHash] as const),
      ],
      signal,
    )
    waitUnless(BigInt(readText(chainId, HEX)) === token.chainId, 'the node belongs to another chain')
    const final = BigInt(readText(readFields(finalized)['number'], HEX))
    denyUnless(
      readText(treasury, HEX).toLowerCase() === wordOf(token.treasury),
      'the factory does not send to the treasury that the policy names',
    )
    for (const [place, one] of arrived.entries()) {
      const receipt = receipts[place]
      waitUnless(receipt !== null, `the node does not show ${one.txHash} yet`)
      requireTransfer(readFields(receipt), one, token, final)
    }
  }
}

/** Requires exactly the recorded transfer: the same token, log index, address and amount. */
function requireTransfer(
  receipt: Readonly<Record<string, unknown>>,
  { txHash, logIndex, address, minor }: Arrived,
  { token, decimals }: EvmToken,
  final: bigint,
): void {
  waitUnless(BigInt(readText(receipt['blockNumber'], HEX)) <= final, `${txHash} is not final yet`)
  const logs = readList(receipt['logs']).map(readFields)
  const log = logs.find((one) => BigInt(readText(one['logIndex'], HEX)) === BigInt(logIndex))
  const topics = log === undefined ? [] : readList(log['topics']).map((topic) => readText(topic, HEX))
  const isIt =
    receipt['status'] === '0x1' &&
    readText(receipt['transactionHash'], HEX).toLowerCase() === txHash &&
    log !== undefined &&
    log['removed'] !== true &&
    readText(log['address'], HEX).toLowerCase() === token &&
    topics.length === 3 &&
    topics[0]?.toLowerCase() === TRANSFER &&
    topics[2]?.toLowerCase() === wordOf(address) &&
    BigInt(readText(log['data'], HEX)) / 10n ** BigInt(decimals - 2) === minor
  denyUnless(isIt, `${txHash} does not match the recorded deposit`)
}

function wordOf(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`
}

/**
 * Returns our factory's addresses for a sell, in lower case: the address derived from its names, and the address derived from its id, which
 * older sells use. Tokens at these addresses can only be sent to the factory's treasury.
 */
export function depositAddresses(factory: string, sell: SellNames): readonly string[] {
  const maker = factory.slice(2).toLowerCase()
  // Every deposit address delegates to the first contract that the factory created.
  const forwarder = keccak(`d694${maker}01`).slice(24)
  const codeHash = keccak(`${BEFORE}${forwarder}${AFTER}`)
  return saltsOf(sell).map((salt) => `0x${keccak(`ff${maker}${salt}${codeHash}`).slice(24)}`)
}

function saltsOf(sell: SellNames): readonly string[] {
  return [sellSalt(sell).slice(2), sell.transactionId.replaceAll('-', '').padStart(64, '0')]
}

function keccak(hex: string): string {
  return Buffer.from(keccak_256(Buffer.from(hex, 'hex'))).toString('hex')
}
