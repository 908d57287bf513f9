import { getContractAddress, keccak256, sha256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { depositAddresses } from './evm-token.ts'

const factory = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const sell = {
  transactionId: '01a1dee6-1366-7ab8-a780-7f2d4afdd653',
  businessId: '01990000-0000-7000-8000-00000000000b',
  mode: 'test',
  reference: 'sell-1',
}

test('a sell has an address derived from its names, and one derived from its id', () => {
  const forwarder = getContractAddress({ from: factory, nonce: 1n }).slice(2)
  const code = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${forwarder}5af43d82803e903d91602b57fd5bf3` as const
  const of = (salt: `0x${string}`) =>
    getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt,
      bytecodeHash: keccak256(code.toLowerCase() as typeof code),
    }).toLowerCase()
  expect(depositAddresses(factory, sell)).toEqual([
    of(sha256(stringToBytes('deposit/01990000-0000-7000-8000-00000000000b/test/sell-1'))),
    of('0x0000000000000000000000000000000001a1dee613667ab8a7807f2d4afdd653'),
  ])
})
