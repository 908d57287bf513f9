import { createHash } from 'node:crypto'
import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { DepositSalt } from '@afara/server/movements/deposits/deposit-address.ts'
import type { DepositChain, OddLog, TokenLog } from '@afara/server/movements/deposits/deposit-chain.ts'
import type { Chain, LockStatus } from '@afara/server/movements/transfers/chain.ts'
import type { SweepChain, SweepEnd, SweepSigner } from '@afara/server/movements/treasury/sweep-chain.ts'

const PER_MINOR = 10_000n
const FAR = 2n ** 63n - 1n
const FEE = 5_000n
const RENT = 2_000_000n
const CUSTOMER = 'a customer'
const OVERLAP = 164n

type Payment = Readonly<{ lock: string; to: string; units: string }>
type Call = Readonly<{ opens?: string[]; sweeps?: { address: string; units: string }[] }>

/**
 * A scripted network that shows only its current state and accepts locks in any order. Nothing lands by itself, and blocks are mined on
 * request. The addresses share one account (`isShared`), or each must be opened.
 */
export function createScriptedNetwork(of: { network: NetworkName; treasury: string; isShared?: boolean }) {
  const { network, treasury } = of
  const addressOf = (salt: DepositSalt): string => `Deposit${salt.slice(2, 34)}`
  const accounts = new Map<string, bigint>()
  const walletUnits = new Map<string, bigint>([[treasury, 0n]])
  const logs: TokenLog[] = []
  const odd: OddLog[] = []
  const sent = new Map<string, Uint8Array>()
  const landed = new Map<string, { block: bigint; ok: boolean; gasUnits: bigint }>()
  const usedLocks = new Map<bigint, string>()
  let head = 100n
  let laneGas = 10n ** 9n
  let sweeperGas = 10n ** 9n
  let sharedUnits = 0n
  let beforeSnapshot: () => void = () => {}
  const hooks = { asked: [] as (readonly string[])[] }

  const hashOf = (block: bigint): string => `block ${block}`
  const log = (sender: string, address: string, units: bigint): TokenLog => {
    const one = {
      txHash: createHash('sha256').update(`${head} ${logs.length}`).digest('hex'),
      logIndex: logs.length,
      block: head,
      blockHash: hashOf(head),
      token: 'the token',
      sender,
      address,
      units,
    }
    logs.push(one)
    return one
  }

  const deposits: DepositChain = {
    mode: 'test',
    network,
    unitsPerMinor: PER_MINOR,
    ...(of.isShared === true
      ? { isShared: (address: string) => ![treasury, CUSTOMER].includes(address) }
      : {}),
    addressOf,
    check: async () => {},
    head: async () => ({ finalized: { block: head, hash: hashOf(head) } }),
    blockHash: async (block) => (block <= head ? hashOf(block) : undefined),
    logs: async (from, to, watched) => {
      const addresses = await watched()
      hooks.asked.push(addresses)
      const through = to < head ? to : head
      const isSeen = (one: TokenLog) =>
        of.isShared === true || addresses.includes(one.address) || addresses.includes(one.sender)
      return {
        through,
        // Like Solana, repeats logs that are slightly older.
        logs: logs.filter((one) => one.block >= from - OVERLAP && one.block <= through && isSeen(one)),
        odd: odd.filter(
          ({ arrived }) => arrived !== undefined && arrived.block >= from && arrived.block <= through,
        ),
      }
    },
    shows: async (asked) => asked.map((one) => logs.some(({ txHash }) => txHash === one.txHash)),
    snapshot: async ({ wallets, deposits: addresses }) => {
      beforeSnapshot()
      return {
        block: head,
        wallets: wallets.map(({ address, out }) => ({
          units: walletUnits.get(address) ?? 0n,
          gasUnits: laneGas,
          lock: 0n,
          lockAhead: FAR,
          used: out.filter((lock) => usedLocks.has(lock)),
        })),
        ...(of.isShared === true
          ? { holdings: [], shared: sharedUnits }
          : { holdings: addresses.map((address) => accounts.get(address) ?? 0n) }),
      }
    },
  }

  const chain: Chain = {
    mode: 'test',
    network,
    gasAsset: network === 'Solana' ? 'SOL' : 'XLM',
    check: async () => {},
    readLane: async ({ address, nextLock }) => {
      const ahead = [...usedLocks.keys()].reduce((most, lock) => (lock >= most ? lock + 1n : most), nextLock)
      return {
        tokensMinor: (walletUnits.get(address) ?? 0n) / PER_MINOR,
        gasUnits: laneGas,
        lockLatest: 0n,
        lockAhead: ahead,
        room: 500,
      }
    },
    suggestTerms: async () => ({ price: '1' }),
    raiseTerms: ({ price = '1' }) => ({ price: `${BigInt(price) + 1n}` }),
    haveExpired: () => false,
    termsIn: () => ({ price: '1' }),
    mostCost: () => FEE,
    prepare: async ({ lock, to, tokensMinor, terms }) =>
      Buffer.from(
        JSON.stringify({ lock: `${lock}`, to, units: `${tokensMinor * PER_MINOR}`, price: terms['price'] }),
      ),
    prepareCancel: async ({ lock, terms }) =>
      Buffer.from(JSON.stringify({ lock: `${lock}`, to: '', units: '0', price: terms['price'] })),
    broadcast: async (raws) =>
      raws.map((raw) => {
        sent.set(hashOfBytes(raw), raw)
        return 'taken'
      }),
    status: async (_, out) =>
      out.map(({ attempts }): LockStatus => {
        const hash = attempts.map((attempt) => attempt.hash).find((one) => landed.has(one))
        const end = hash === undefined ? undefined : landed.get(hash)
        return hash === undefined || end === undefined
          ? { state: 'unknown' }
          : { state: 'final_ok', hash, block: end.block, gasUnits: end.gasUnits, evidence: {} }
      }),
    preflight: async () => ({ outcome: 'fine' }),
  }

  const sweeps: SweepChain = {
    mode: 'test',
    network,
    sweeper: 'the sweeper',
    mostTogether: 3,
    addressOf,
    read: async () => ({ gasUnits: sweeperGas, nonceLatest: head }),
    suggestTerms: async () => ({ price: '1' }),
    raiseTerms: (before) => before,
    mostCost: () => FEE,
    broadcast: async (raw) => {
      sent.set(hashOfBytes(raw), raw)
      return 'taken'
    },
    endOf: async ({ attempts }): Promise<SweepEnd> => {
      const hash = attempts.map((attempt) => attempt.hash).find((one) => landed.has(one)) ?? ''
      const end = landed.get(hash)
      if (end === undefined) return { state: 'waiting' }
      return { state: end.ok ? 'final_ok' : 'final_failed', hash, gasUnits: end.gasUnits }
    },
    ...(of.isShared === true
      ? {}
      : {
          opening: {
            mostTogether: 2,
            missing: async (addresses) => addresses.filter((address) => !accounts.has(address)),
            suggestTerms: async () => ({ price: '1' }),
            spare: async (addresses) => addresses.filter((address) => accounts.get(address) === 0n),
          },
        }),
  }

  let signatures = 0
  const sign = (call: Call) => {
    signatures += 1
    const raw = Buffer.from(JSON.stringify({ ...call, signature: signatures }))
    return { outcome: 'signed', raw, hash: hashOfBytes(raw) } as const
  }
  const signer: SweepSigner = {
    signSweep: async ({ items }) =>
      sign({
        sweeps: items.map(({ salt, units }) => ({ address: addressOf(salt), units: `${units}` })),
      }),
    signOpening: async ({ salts }) => sign({ opens: salts.map(addressOf) }),
  }

  /** Carries out a call completely or not at all. */
  const carryOut = ({ opens = [], sweeps: swept = [] }: Call): { ok: boolean; gasUnits: bigint } => {
    const isFine =
      opens.every((address) => !accounts.has(address)) &&
      swept.every(({ address, units }) => of.isShared === true || accounts.get(address) === BigInt(units))
    if (!isFine) return { ok: false, gasUnits: FEE }
    for (const address of opens) accounts.set(address, 0n)
    for (const { address, units } of swept) {
      accounts.delete(address)
      if (of.isShared === true) sharedUnits -= BigInt(units)
      walletUnits.set(treasury, (walletUnits.get(treasury) ?? 0n) + BigInt(units))
      if (units !== '0') log(address, treasury, BigInt(units))
    }
    const closed = of.isShared === true ? 0n : BigInt(swept.length)
    return { ok: true, gasUnits: FEE + BigInt(opens.length) * RENT - closed * RENT }
  }

  return {
    deposits,
    chain,
    sweeps,
    signer,
    addressOf,
    /** The queries of each read. */
    asked: hooks.asked,
    openings: () => [...sent.values()].map(readCall).filter(({ opens }) => opens !== undefined).length,
    isOpen: (address: string) => accounts.has(address),
    gasOfSweeper: () => sweeperGas,
    gasOfLane: () => laneGas,
    /** Mines the next block. */
    mine: () => {
      head += 1n
    },
    /** Sends an amount in kobo. Returns false if the transfer fails. */
    send: (address: string, minor: bigint): boolean => {
      if (of.isShared !== true && !accounts.has(address)) return false
      if (of.isShared === true) sharedUnits += minor * PER_MINOR
      else accounts.set(address, (accounts.get(address) ?? 0n) + minor * PER_MINOR)
      log(CUSTOMER, address, minor * PER_MINOR)
      return true
    },
    /** Changes the tokens of a wallet or an address without a transfer. */
    change: (address: string, minor: bigint): void => {
      const of2 = walletUnits.has(address) ? walletUnits : accounts
      of2.set(address, (of2.get(address) ?? 0n) + minor * PER_MINOR)
    },
    /** Seizes an amount in kobo from an address, as the issuer can. */
    take: (address: string, minor: bigint): void => {
      accounts.set(address, (accounts.get(address) ?? 0n) - minor * PER_MINOR)
      log(address, 'the issuer', minor * PER_MINOR)
    },
    /** Removes tokens from the shared account without a sell. */
    takeFromShared: (minor: bigint): void => {
      const units = minor * PER_MINOR
      sharedUnits -= units
      odd.push({
        txHash: createHash('sha256').update(`odd ${odd.length}`).digest('hex'),
        logIndex: 0,
        problem: 'it left for no sell',
        raw: {},
        arrived: { block: head, units: -units },
      })
    },
    changeShared: (minor: bigint): void => {
      sharedUnits += minor * PER_MINOR
    },
    onSnapshot: (then: () => void): void => {
      beforeSnapshot = () => {
        beforeSnapshot = () => {}
        then()
      }
    },
    /** Includes the sent transfers that the test wants in the next block. Default: all. */
    land: (isWanted: (bytes: Record<string, unknown>) => boolean = () => true): void => {
      head += 1n
      for (const [hash, raw] of sent) {
        const bytes = JSON.parse(Buffer.from(raw).toString()) as Record<string, unknown>
        if (landed.has(hash) || !isWanted(bytes)) continue
        if ('lock' in bytes) {
          const { lock, units } = bytes as Payment
          if (usedLocks.has(BigInt(lock))) continue
          usedLocks.set(BigInt(lock), hash)
          walletUnits.set(treasury, (walletUnits.get(treasury) ?? 0n) - BigInt(units))
          laneGas -= FEE
          landed.set(hash, { block: head, ok: true, gasUnits: FEE })
        } else {
          const { ok, gasUnits } = carryOut(bytes)
          sweeperGas -= gasUnits
          landed.set(hash, { block: head, ok, gasUnits })
        }
      }
    },
  }
}

export function hashOfBytes(raw: Uint8Array): string {
  return createHash('sha256').update(raw).digest('hex')
}

function readCall(raw: Uint8Array): Call {
  return JSON.parse(Buffer.from(raw).toString()) as Call
}
