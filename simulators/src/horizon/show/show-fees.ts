import type { SimulatedLedger } from '../ledger/simulated-ledger.ts'

const PERCENTILES = ['10', '20', '30', '40', '50', '60', '70', '80', '90', '95', '99']

/** `GET /fee_stats`: every transaction pays and offers the current fee. */
export function showFees(ledger: SimulatedLedger): object {
  const fee = ledger.feeEach().toString()
  const spread = {
    max: fee,
    min: fee,
    mode: fee,
    ...Object.fromEntries(PERCENTILES.map((percentile) => [`p${percentile}`, fee])),
  }
  return {
    last_ledger: `${ledger.latest().sequence}`,
    last_ledger_base_fee: '100',
    ledger_capacity_usage: ledger.feeEach() > 100n ? '1' : '0.03',
    fee_charged: spread,
    max_fee: spread,
  }
}
