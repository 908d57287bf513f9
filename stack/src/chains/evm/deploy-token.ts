import { createRequire } from 'node:module'
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { askChain } from '../../http/ask-chain.ts'
import { FACTORY_ADDRESS, TOKEN_ADDRESS, TREASURY_ADDRESS } from '../simulated-networks.ts'

type Artifact = Readonly<{ abi: Abi; bytecode: Hex }>
type Receipt = Readonly<{ status: string; contractAddress: string | null }>

/** Deploys the naira token on a fresh chain, as the first contract of its first account. Safe to repeat. */
export async function deployToken(url: string, decimals: number): Promise<void> {
  if ((await askChain<string>(url, 'eth_getCode', TOKEN_ADDRESS, 'latest')) !== '0x') return
  const { abi, bytecode } = readArtifact('token')
  const data = encodeDeployData({ abi, bytecode, args: ['Naira (test)', 'NGNC', decimals] })
  const { contractAddress } = await sendAsFirst(url, { data })
  if (contractAddress?.toLowerCase() !== TOKEN_ADDRESS.toLowerCase())
    throw new Error(
      `the token on ${url} is at ${contractAddress}, not at its fixed address: the chain was used before, so start a new one`,
    )
}

/** Deploys the deposit factory, as the second contract of the first account. Safe to repeat. */
export async function deployFactory(url: string, treasury: string = TREASURY_ADDRESS): Promise<void> {
  if ((await askChain<string>(url, 'eth_getCode', FACTORY_ADDRESS, 'latest')) !== '0x') return
  const { abi, bytecode } = readArtifact('factory')
  const { contractAddress } = await sendAsFirst(url, {
    data: encodeDeployData({ abi, bytecode, args: [treasury] }),
  })
  if (contractAddress?.toLowerCase() !== FACTORY_ADDRESS.toLowerCase())
    throw new Error(
      `the factory on ${url} is at ${contractAddress}, not at its fixed address: the chain was used before, so start a new one`,
    )
}

export async function mintTokens(url: string, to: string, units: bigint): Promise<void> {
  const data = encodeFunctionData({
    abi: readArtifact('token').abi,
    functionName: 'mint',
    args: [to, units],
  })
  await sendAsFirst(url, { to: TOKEN_ADDRESS, data })
}

/** Returns a balance in the token's smallest units, at the newest block. */
export async function readTokens(url: string, holder: string): Promise<bigint> {
  const data = encodeFunctionData({
    abi: readArtifact('token').abi,
    functionName: 'balanceOf',
    args: [holder],
  })
  return BigInt(await askChain<string>(url, 'eth_call', { to: TOKEN_ADDRESS, data }, 'latest'))
}

/** Sends from anvil's first account, which owns the token. Anvil signs for it. */
async function sendAsFirst(url: string, transaction: Readonly<{ to?: string; data: Hex }>): Promise<Receipt> {
  const [from] = await askChain<string[]>(url, 'eth_accounts')
  const hash = await askChain<string>(url, 'eth_sendTransaction', { from, ...transaction })
  const deadline = Date.now() + 30_000
  for (;;) {
    const receipt = await askChain<Receipt | null>(url, 'eth_getTransactionReceipt', hash)
    if (receipt?.status === '0x1') return receipt
    if (receipt !== null || Date.now() > deadline)
      throw new Error(`${hash} on ${url}: ${receipt === null ? 'not mined' : 'reverted'}`)
  }
}

const require = createRequire(import.meta.url)

function readArtifact(name: 'token' | 'factory'): Artifact {
  return name === 'token'
    ? require('@afara/contracts/artifacts/TestToken.json')
    : require('@afara/contracts/artifacts/DepositFactory.json')
}
