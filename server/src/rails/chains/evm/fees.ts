import type { Terms } from '../../../movements/transfers/chain.ts'

export type Fees = Readonly<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; gas: bigint }>

export function toTerms({ maxFeePerGas, maxPriorityFeePerGas, gas }: Fees): Terms {
  return {
    maxFeePerGas: maxFeePerGas.toString(),
    maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
    gas: gas.toString(),
  }
}

export function toFees(terms: Terms): Fees {
  return {
    maxFeePerGas: wholeIn(terms, 'maxFeePerGas'),
    maxPriorityFeePerGas: wholeIn(terms, 'maxPriorityFeePerGas'),
    gas: wholeIn(terms, 'gas'),
  }
}

export function mostCost({ gas, maxFeePerGas }: Fees): bigint {
  return gas * maxFeePerGas
}

/** Room for the base fee to double before the transaction has to wait: six full blocks in a row. */
export function feesFor(baseFee: bigint, tip: bigint, gas: bigint): Fees {
  return { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip, gas }
}

/**
 * Nodes replace a transaction only if both fees rise by a tenth; an eighth leaves no doubt. The gas stays: a payment
 * that is sent again with higher fees is the same payment.
 */
export function raiseFees(before: Fees, suggested: Fees): Fees {
  const tip = larger(anEighthMore(before.maxPriorityFeePerGas), suggested.maxPriorityFeePerGas)
  const most = larger(anEighthMore(before.maxFeePerGas), suggested.maxFeePerGas)
  return {
    maxFeePerGas: larger(most, tip),
    maxPriorityFeePerGas: tip,
    gas: before.gas,
  }
}

/** What a transfer may use: the estimate and a quarter of it, because a balance may change meanwhile; never above the cap. */
export function gasWithMargin(estimate: bigint, most: bigint): bigint {
  const wanted = estimate + estimate / 4n
  return wanted < most ? wanted : most
}

function anEighthMore(value: bigint): bigint {
  // Rounded up.
  return value + (value + 7n) / 8n
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}

function wholeIn(terms: Terms, name: keyof Fees): bigint {
  const value = terms[name]
  if (value === undefined) throw new Error(`the terms of an EVM transaction say no ${name}`)
  return BigInt(value)
}
