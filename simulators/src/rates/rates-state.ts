import type { RateFault } from './rate-fault.ts'

export const rateVendors = ['monierate', 'quidax'] as const
type RateVendor = (typeof rateVendors)[number]

/** Prices are texts, so that what is set is what is sent. */
export type RatesState = {
  /** What one dollar costs in each currency, as Monierate would say. */
  dollar: Record<string, string>
  /** Best buyer and best seller, as Quidax would say. */
  tickers: Record<string, { buy: string; sell: string }>
  faults: Record<RateVendor, RateFault>
  /** How many requests each vendor has had. */
  requests: Record<RateVendor, number>
}

/** About what they were in November 2026, and steady until somebody sets them. */
export function createRatesState(): RatesState {
  return {
    dollar: {
      NGN: '1452.75',
      GBP: '0.7604',
      EUR: '0.8641',
      TRY: '43.12',
      CNY: '7.0985',
      CHF: '0.7998',
      CAD: '1.4021',
      AED: '3.6725',
      KES: '129.24',
    },
    tickers: {
      usdcngn: { buy: '1449.2', sell: '1455.8' },
      usdtngn: { buy: '1448.9', sell: '1455.1' },
    },
    faults: { monierate: 'none', quidax: 'none' },
    requests: { monierate: 0, quidax: 0 },
  }
}
