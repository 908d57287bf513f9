import type { OddLog, TokenLog } from '../../../movements/deposits/deposit-chain.ts'
import { OddAnswer, readObject } from '../../vendor-json.ts'
import { TRANSFER_EVENT } from './contract-calls.ts'
import { checksumAddress } from './evm-address.ts'
import { readAddress, readData, readHash, readQuantity } from './evm-rpc.ts'

type Range = Readonly<{ token: string; from: bigint; through: bigint }>

/**
 * Returns the token transfers among a node's logs. Logs of other contracts and logs marked as removed are skipped. Throws if a log has no
 * valid position in a block. A transfer of our token that cannot be read otherwise is returned as odd, so that it does not block the
 * others.
 */
export function readTransferLogs(
  logs: readonly unknown[],
  { token, from, through }: Range,
): Readonly<{ logs: readonly TokenLog[]; odd: readonly OddLog[] }> {
  const read: TokenLog[] = []
  const odd: OddLog[] = []
  for (const raw of logs) {
    const log = readObject(raw, 'log')
    if (readAddress(log['address'], 'log.address') !== token || log['removed'] === true) continue
    const topics = Array.isArray(log['topics']) ? (log['topics'] as readonly unknown[]) : []
    if (typeof topics[0] !== 'string' || topics[0].toLowerCase() !== TRANSFER_EVENT) continue
    const place = {
      txHash: readHash(log['transactionHash'], 'log.transactionHash'),
      logIndex: readPlace(log['logIndex']),
      block: readQuantity(log['blockNumber'], 'log.blockNumber'),
      blockHash: readHash(log['blockHash'], 'log.blockHash'),
    }
    if (place.block < from || place.block > through)
      throw new OddAnswer(
        `the node returned a log of block ${place.block}, which is outside ${from} to ${through}`,
      )
    try {
      read.push({ ...place, token: checksumAddress(token.slice(2)), ...readTransfer(topics, log['data']) })
    } catch (error) {
      const { txHash, logIndex } = place
      odd.push({ txHash, logIndex, problem: (error as Error).message, raw })
    }
  }
  return { logs: read, odd }
}

function readTransfer(
  topics: readonly unknown[],
  data: unknown,
): Pick<TokenLog, 'sender' | 'address' | 'units'> {
  if (topics.length !== 3) throw new OddAnswer(`the transfer has ${topics.length} topics instead of three`)
  const bytes = readData(data, 'log.data')
  if (bytes.length !== 66) throw new OddAnswer(`the amount has ${bytes.length / 2 - 1} bytes instead of 32`)
  return {
    sender: readParty(topics[1], 'sender'),
    address: readParty(topics[2], 'recipient'),
    units: BigInt(bytes),
  }
}

function readParty(topic: unknown, what: string): string {
  const word = readHash(topic, `the ${what}`)
  if (!word.startsWith(`0x${'0'.repeat(24)}`)) throw new OddAnswer(`the ${what} is not an address: ${word}`)
  return checksumAddress(word.slice(26))
}

function readPlace(value: unknown): number {
  const place = readQuantity(value, 'log.logIndex')
  if (place > 1_000_000n) throw new OddAnswer(`log.logIndex is too large: ${place}`)
  return Number(place)
}
