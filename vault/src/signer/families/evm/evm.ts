import type { SettingReader } from '../../../shared/settings.ts'
import { refuseUnless } from '../../answers.ts'
import {
  type Family,
  type LaneChain,
  type LaneLine,
  readTerms,
  type SweeperChain,
  type SweeperLine,
  wholeTerm,
} from '../family.ts'
import { readCancel, readPayment } from './read-order.ts'
import { encodeSweep, signable } from './transaction.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Polygon, Avalanche and other networks with EIP-1559 transactions. Addresses are stored in lower case. */
export const evm: Family = {
  curve: 'secp256k1',
  addressOf: (key) => (key.curve === 'secp256k1' ? key.address : ''),
  spell: (address) => address.toLowerCase(),
  holderOf: (to) => (/^0x[0-9a-f]{40}$/.test(to) && !/^0x0{39}[0-9a-f]$/.test(to) ? to : undefined),
  laneSettings: ['chain_id', 'token', 'max_fee_per_gas', 'max_gas'],
  readLane,
  sweeperSettings: ['chain_id', 'factory', 'token'],
  readSweeper,
}

function readLane({ key, address, decimals }: LaneLine, reader: SettingReader): LaneChain {
  const lane = {
    chainId: reader.whole('chain_id'),
    token: reader.text('token', ADDRESS).toLowerCase(),
    maxFeePerGas: reader.whole('max_fee_per_gas'),
    maxGas: reader.whole('max_gas'),
    address: requireAddress(address, reader),
    key,
    decimals,
  }
  return {
    chain: String(lane.chainId),
    wallets: [{ key, address: lane.address }],
    ours: [lane.address, lane.token],
    readPayment: (unsigned) => readPayment(unsigned, lane),
    readCancel: (unsigned) => readCancel(unsigned, lane),
  }
}

function readSweeper({ key, address }: SweeperLine, reader: SettingReader): SweeperChain {
  const sweeper = {
    chainId: reader.whole('chain_id'),
    factory: reader.text('factory', ADDRESS).toLowerCase(),
    token: reader.text('token', ADDRESS).toLowerCase(),
  }
  return {
    chain: String(sweeper.chainId),
    wallets: [{ key, address: requireAddress(address, reader) }],
    ours: [address, sweeper.token, sweeper.factory],
    buildSweep: ({ nonce, items, terms }) => {
      const texts = readTerms(terms, ['maxFeePerGas', 'maxPriorityFeePerGas', 'gas'])
      const fees = {
        maxFeePerGas: wholeTerm(texts.maxFeePerGas, 'maxFeePerGas'),
        maxPriorityFeePerGas: wholeTerm(texts.maxPriorityFeePerGas, 'maxPriorityFeePerGas'),
        gas: wholeTerm(texts.gas, 'gas'),
      }
      refuseUnless(
        fees.maxPriorityFeePerGas <= fees.maxFeePerGas,
        'fee_too_high',
        'maxPriorityFeePerGas is larger than maxFeePerGas',
      )
      const salts = items.map(({ salt }) => salt)
      return {
        ...signable(encodeSweep(sweeper, { nonce, salts, fees }), key),
        cost: fees.gas * fees.maxFeePerGas,
      }
    },
    opening: undefined,
  }
}

function requireAddress(address: string, { wrong }: SettingReader): string {
  return ADDRESS.test(address) ? address : wrong('address is missing or not valid')
}
