// Generated from docs/reference/openapi.json and the catalogue of errors by "npm run generate". Do not edit.
import type { Amount, AmountInput } from '../amount.ts'

export type BuyRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Always buy_ramp. */
  readonly type: 'buy_ramp'
  /** The naira amount that was paid into the vendor account. Minimum 15000. A number with up to two decimals and no exponent, or the same in quotes. From 15000 to 250000000. */
  readonly amount: AmountInput
  /** vendorName of the account that was paid, from the vendor list. */
  readonly vendor_name: string
  /** vendorBank of that account. */
  readonly vendor_bank: string
  /** vendorNumber of that account. */
  readonly vendor_number: string
  /** The payer’s bank: its name, a common short name or its code. */
  readonly bank_name: string
  /** Ten digits as text, including leading zeros. */
  readonly account_number: string
  /** The name on the payer’s account. */
  readonly account_name?: string
  /** Stellar, Polygon, Solana or Avalanche (case does not matter). Send it together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** Your own reference: 1 to 64 letters, digits, ".", "_" or "-". Repeating a request with the same reference returns the first transaction. */
  readonly reference?: string
  /** Your own labels: at most 20 keys of 1 to 40 letters, digits, ".", "_" or "-" that begin with a letter, each with text of at most 500 characters. Returned everywhere, and you can filter lists by them. Do not put secrets in them. */
  readonly metadata?: Readonly<Record<string, string>>
}

export type BuyReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. It says that the transaction is not settled yet. */
  readonly message: string
  readonly transaction: BuyTransaction
}

export type BuyTransaction = {
  /** The same as transaction_id. */
  readonly id: string
  /** The id of the transaction. */
  readonly transaction_id: string
  readonly business: {
    /** Your business. */
    readonly business_id: string
  }
  /** Always Buy. */
  readonly type: 'Buy'
  /** Your reference, or one that we generated. */
  readonly reference: string
  /** The naira amount you requested. */
  readonly amount: Amount
  /** The naira that have arrived. It may differ from amount by the tolerance of your business: 1 naira by default, at most 0.5 ‰ of the amount. */
  readonly paid_amount: Amount
  /** The name on the vendor account to pay, from our records. */
  readonly link_account_name: string
  /** The account number of the vendor account. */
  readonly link_account_number: string
  /** The bank of the vendor account. */
  readonly link_bank_name: string
  /** The payer’s account number, as you sent it. */
  readonly account_number: string
  /** The payer’s bank, as you sent it. */
  readonly bank_name: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** The network of the destination wallet; empty if the tokens are credited to your balance. */
  readonly network: string
  /** The destination wallet; empty if the tokens are credited to your balance. */
  readonly wallet_address: string
  /** The date, Lagos time. */
  readonly date_created: string
  /** The current status. New values may be added. */
  readonly status:
    | 'pending_payment'
    | 'part_paid'
    | 'payment_received'
    | 'action_required'
    | 'on_hold'
    | 'cleared'
    | 'sending'
    | 'send_failed'
    | 'completed'
    | 'refunding'
    | 'refunded'
    | 'refund_failed'
    | 'expired'
    | 'cancelled'
    | 'recalled'
  /** The time, in UTC. */
  readonly created_at: string
  /** The fee, included in the paid amount: you receive paid_amount − fee tokens. */
  readonly fee: Amount
  /** What is blocking delivery; usually empty. */
  readonly needs: readonly {
    /** The reason, as a code. */
    readonly code: string
    /** The reason in words. */
    readonly message: string
    /** The case to decide, if you can decide it. */
    readonly case_id?: string
    /** What you can choose. Empty if our staff decides. */
    readonly choices?: readonly ('accept' | 'return' | 'wallet' | 'beneficiary' | 'confirm_name' | 'retry')[]
    /** The deadline, in UTC. */
    readonly due_at?: string
    /** What happens at the deadline if you do not decide. */
    readonly default?: 'returned' | 'afara_decides' | 'you_decide'
  }[]
  /** Why the transaction waits for you or for our staff; absent if it does not. */
  readonly reason?: string
  /** Your labels; empty if you sent none. */
  readonly metadata: Readonly<Record<string, string>>
}

/** The format of every error. */
export type ErrorReply = {
  readonly status: 'error'
  /** What is wrong and what to do. The wording can change. */
  readonly message: string
  /** For programs. A code never changes its meaning; new codes may be added. */
  readonly code: string
  /** Every invalid field; empty if the error is not about a field. */
  readonly errors: readonly Problem[]
  /** The same as `X-Request-Id`. Quote it when you contact us. */
  readonly request_id: string
  /** The page that explains the code and its fix. */
  readonly docs_url: string
}

/** One invalid field. */
export type Problem = {
  /** The field or header that is wrong. */
  readonly field: string
  /** The reason, as a code. */
  readonly code: string
  /** The reason in words. */
  readonly message: string
  /** The minimum, with `amount_below_minimum`. */
  readonly minimum?: Amount
  /** The maximum, with `amount_above_maximum`. */
  readonly maximum?: Amount
  /** Banks with a similar name; `bank_name` accepts a name or a code. */
  readonly suggestions?: readonly {
    readonly name: string
    readonly code: string
  }[]
  /** The field with a similar name, with `field_unknown`. */
  readonly did_you_mean?: string
  /** The transaction that used this reference or key, or that this request may repeat. */
  readonly transaction_id?: string
}

export type ExpectedBuyRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** The naira that the payer will pay, in whole naira. Minimum 15000. A number with up to two decimals and no exponent, or the same in quotes. From 15000 to 250000000. */
  readonly amount: AmountInput
  /** Stellar, Polygon, Solana or Avalanche (case does not matter). Send it together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** Your own reference: 1 to 64 letters, digits, ".", "_" or "-". Repeating a request with the same reference returns the first transaction. */
  readonly reference?: string
}

export type ExpectedBuyReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly transaction: BuyTransaction
  /** What to tell the payer. Null if nothing is to be paid any more. */
  readonly pay_into: PayInto | null
}

export type PayInto = {
  /** The exact naira to pay. */
  readonly amount: Amount
  /** The account number to pay to. */
  readonly account_number: string
  /** The name of the account. */
  readonly account_name: string
  /** The bank of the account. */
  readonly bank_name: string
  /** False if the number is for this payment alone. True if no number was available: then the payer must send the code as the narration. */
  readonly is_shared: boolean
  /** The code for the narration. */
  readonly code: string
  /** Until when the payer can use the number, in UTC. Send the request again for another number. */
  readonly pay_before: string
}

export type BuyPreviewRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Always buy_ramp. */
  readonly type: 'buy_ramp'
  /** The naira amount that was paid into the vendor account. Minimum 15000. A number with up to two decimals and no exponent, or the same in quotes. From 15000 to 250000000. */
  readonly amount: AmountInput
  /** The name on the payer’s account. */
  readonly account_name?: string
  /** Stellar, Polygon, Solana or Avalanche (case does not matter). Send it together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** Your own reference: 1 to 64 letters, digits, ".", "_" or "-". Repeating a request with the same reference returns the first transaction. */
  readonly reference?: string
  /** Your own labels: at most 20 keys of 1 to 40 letters, digits, ".", "_" or "-" that begin with a letter, each with text of at most 500 characters. Returned everywhere, and you can filter lists by them. Do not put secrets in them. */
  readonly metadata?: Readonly<Record<string, string>>
  /** vendorName of the account that was paid, from the vendor list. */
  readonly vendor_name?: string
  /** vendorBank of that account. */
  readonly vendor_bank?: string
  /** vendorNumber of that account. */
  readonly vendor_number?: string
  /** The payer’s bank: its name, a common short name or its code. */
  readonly bank_name?: string
  /** Ten digits as text, including leading zeros. */
  readonly account_number?: string
}

export type PreviewReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly preview: Preview
}

export type Preview = {
  /** Whether the request would be accepted: true if `needs` is empty. */
  readonly ok: boolean
  /** The amount you sent; null if it is not valid. */
  readonly amount: Amount | null
  /** The fee, included in the amount. */
  readonly fee: Amount | null
  /** The amount delivered: amount − fee. */
  readonly receives: Amount | null
  /** Every problem, with its fix. */
  readonly needs: readonly PreviewNeed[]
  /** What you should know. Warnings block nothing. */
  readonly warnings: readonly PreviewWarning[]
  /** The maximum expected time after the naira or the tokens arrive. */
  readonly expected_by_seconds: number
}

export type PreviewNeed = {
  /** The problem, as a code. New values may be added. */
  readonly code: string
  /** The problem in words. */
  readonly message: string
  /** The field to check first; null if it is not about a field. */
  readonly field: string | null
  /** How to fix it. */
  readonly fix: string
  /** Banks with a similar name. */
  readonly suggestions?: readonly {
    readonly name: string
    readonly code: string
  }[]
  /** The minimum, if the amount is too small. */
  readonly minimum?: Amount
  /** The maximum, if the amount is too large. */
  readonly maximum?: Amount
  /** The conflicting transaction. */
  readonly transaction_id?: string
}

export type PreviewWarning = {
  /** The warning, as a code. New values may be added. */
  readonly code: string
  /** The warning in words. */
  readonly message: string
}

export type PayLinkRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Your own labels: at most 20 keys of 1 to 40 letters, digits, ".", "_" or "-" that begin with a letter, each with text of at most 500 characters. Returned everywhere, and you can filter lists by them. Do not put secrets in them. */
  readonly metadata?: Readonly<Record<string, string>>
  /** Whole naira. We add a unique number of kobo that identifies the payment, if one is free. A number with up to two decimals and no exponent, or the same in quotes. From 15000 to 250000000. */
  readonly amount: AmountInput
  /** Stellar, Polygon, Solana or Avalanche (case does not matter). Send it together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** The description that the page shows to the payer. */
  readonly description?: string
  /** The URL that the page links back to. It must be https; a test key may also use http on localhost. */
  readonly return_url?: string
  /** Your own reference: 1 to 64 letters, digits, ".", "_" or "-". Repeating a request with the same reference returns the first transaction. */
  readonly reference?: string
  /** Minutes until the link expires. The default is 60. */
  readonly expires_in_minutes?: number
}

export type PayLinkReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly pay_link: PayLink
}

export type PayLink = {
  /** The id of the pay link. */
  readonly id: string
  /** The page for the payer. The last part is secret: anyone with the URL can see the page. */
  readonly url: string
  /** The id of the transaction. */
  readonly transaction_id: string
  /** The status of the buy. New values may be added. */
  readonly status:
    | 'pending_payment'
    | 'part_paid'
    | 'payment_received'
    | 'action_required'
    | 'on_hold'
    | 'cleared'
    | 'sending'
    | 'send_failed'
    | 'completed'
    | 'refunding'
    | 'refunded'
    | 'refund_failed'
    | 'expired'
    | 'cancelled'
    | 'recalled'
  /** Your reference, or one that we generated. */
  readonly reference: string
  /** The exact naira amount to pay, including kobo if we added some. */
  readonly amount: Amount
  /** The naira that have arrived for this link. */
  readonly paid_amount: Amount
  /** The fee, included in paid_amount: you receive paid_amount − fee tokens. */
  readonly fee: Amount
  /** The name on the account to pay. */
  readonly account_name: string
  /** The number of the account to pay. */
  readonly account_number: string
  /** The bank of the account to pay. */
  readonly bank_name: string
  /** The narration for the payer to send with the transfer. */
  readonly code: string
  /** The network of the destination wallet; empty if the tokens are credited to your balance. */
  readonly network: string
  /** The destination wallet; empty if the tokens are credited to your balance. */
  readonly wallet_address: string
  /** The description that the payer sees. */
  readonly description: string | null
  /** The URL that the page links back to. */
  readonly return_url: string | null
  /** Your labels; empty if you sent none. */
  readonly metadata: Readonly<Record<string, string>>
  /** The time, in UTC. */
  readonly created_at: string
  /** When the link expires, in UTC. */
  readonly expires_at: string
  /** Until when the payer can use this account number, in UTC, if it belongs to this payment alone. Null for a shared account. */
  readonly account_expires_at: string | null
  /** Warnings about the wallet that do not block the link. Only in the reply that creates it. */
  readonly warnings: readonly string[]
}

export type PayLinkListReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** Tells you whether there are more pages. */
  readonly message: string
  /** Newest first. */
  readonly pay_links: readonly PayLink[]
  readonly totals: PayLinkTotals
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

/** The sums of the period. The filter `status` does not change them. */
export type PayLinkTotals = {
  /** All links of the period. */
  readonly links: number
  /** Links that can still be paid. */
  readonly open: number
  /** The naira that the open links ask for. */
  readonly open_amount: Amount
  /** Links that were paid in full. */
  readonly paid: number
  /** The naira that arrived and was not sent back. */
  readonly received: Amount
  /** False if there are so many links that only the newest were counted. */
  readonly is_complete: boolean
}

export type ReadPayLinkReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** The status of the payment in a sentence. */
  readonly message: string
  readonly pay_link: PayLink
  /** The naira that have arrived for a buy, who holds them, what happens next and by when. Null if none have, and for a sell or a withdrawal. */
  readonly received: {
    /** The naira that have arrived so far. Null if a payment arrived that may belong here and nothing proves it yet. */
    readonly amount: Amount | null
    /** Whether the naira are given to this transaction. False: we hold them and check. */
    readonly matched: boolean
    /** Who holds the money from this step on. */
    readonly holder:
      | 'payer'
      | 'business'
      | 'afara'
      | 'in_flight'
      | 'recipient'
      | 'sending_bank'
      | 'issuer'
      | 'nobody'
    /** What happens next, in words. */
    readonly message: string
    /** When the step should be done; null if it is final or has no deadline. */
    readonly expected_by: string | null
  } | null
}

export type CustomerNumberRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Your name for the customer: 1 to 64 letters, digits, ".", "_" or "-". One reference has one number, for ever: the same request again returns it. */
  readonly reference: string
  /** The name of the customer, as their BVN or NIN has it. Payers see it at their bank. */
  readonly customer_name: string
  /** What your identity provider checked. */
  readonly identity_type: 'bvn' | 'nin'
  /** The reference of that check at your identity provider: 6 to 100 letters, digits, ".", "_", ":" or "-". Never the BVN or NIN itself: a value with eleven digits is refused and not stored. */
  readonly identity_reference: string
  /** Stellar, Polygon, Solana or Avalanche (case does not matter). Send it together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
}

export type CustomerNumberReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly number: CustomerNumber
}

export type CustomerNumber = {
  /** The id of the number. */
  readonly id: string
  /** The same as id. */
  readonly number_id: string
  /** Your name for the customer. */
  readonly reference: string
  /** The name of the customer. */
  readonly customer_name: string
  /** pending: no vendor has given a number yet; send the request again. active: payments become buys. ended: payments go back. */
  readonly state: 'pending' | 'active' | 'ended'
  /** The account number to pay to. Null while it is pending. */
  readonly account_number: string | null
  /** The name that payers see at their bank. Null while it is pending. */
  readonly account_name: string | null
  /** The bank of the account number. Null while it is pending. */
  readonly bank_name: string | null
  /** What your identity provider checked. */
  readonly identity_type: 'bvn' | 'nin'
  /** The reference that you sent. */
  readonly identity_reference: string
  /** The network of the wallet; empty for the balance. */
  readonly network: string
  /** Where the tokens go; empty for the balance. */
  readonly wallet_address: string
  /** The time, in UTC. */
  readonly created_at: string
  /** When you ended it, in UTC. Null while it has not ended. */
  readonly ended_at: string | null
}

export type CustomerNumberListReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** Tells you whether there are more pages. */
  readonly message: string
  /** Newest first. */
  readonly numbers: readonly CustomerNumber[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type SellRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Always sell_ramp. */
  readonly type: 'sell_ramp'
  /** The NGNC to sell; 1 NGNC is ₦1. A number with up to two decimals and no exponent, or the same in quotes. From 100 to 250000000. */
  readonly amount: AmountInput
  /** The beneficiary’s bank: its name, a common short name or its code. */
  readonly bank_name: string
  /** Ten digits as text, including leading zeros. */
  readonly account_number: string
  /** The beneficiary’s name. */
  readonly account_name?: string
  /** Stellar, Polygon, Solana or Avalanche (case does not matter). Send it together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** Your own reference: 1 to 64 letters, digits, ".", "_" or "-". Repeating a request with the same reference returns the first transaction. */
  readonly reference?: string
  /** Your own labels: at most 20 keys of 1 to 40 letters, digits, ".", "_" or "-" that begin with a letter, each with text of at most 500 characters. Returned everywhere, and you can filter lists by them. Do not put secrets in them. */
  readonly metadata?: Readonly<Record<string, string>>
}

export type SellReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. It says that the sell is not paid out yet. */
  readonly message: string
  readonly transaction: SellTransaction
}

export type SellTransaction = {
  /** The same as transaction_id. */
  readonly id: string
  /** The id of the transaction. */
  readonly transaction_id: string
  readonly business: {
    /** Your business. */
    readonly business_id: string
  }
  /** Always Sell. */
  readonly type: 'Sell'
  /** Your reference, or one that we generated. */
  readonly reference: string
  /** The NGNC amount you sent. */
  readonly amount: Amount
  /** The beneficiary’s name, as you sent it; empty if you sent none. */
  readonly account_name: string
  /** The beneficiary’s account number. */
  readonly account_number: string
  /** The beneficiary’s bank, as you sent it. */
  readonly bank_name: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** The network of the deposit; empty if the tokens were debited from your balance. */
  readonly network: string
  /** The wallet you named; empty if you named none. */
  readonly wallet_address: string
  /** The date, Lagos time. */
  readonly date_created: string
  /** The current status. New values may be added. */
  readonly status:
    | 'pending_deposit'
    | 'part_deposited'
    | 'deposit_received'
    | 'action_required'
    | 'on_hold'
    | 'cleared'
    | 'paying_out'
    | 'payout_failed'
    | 'completed'
    | 'returned'
    | 'refunding'
    | 'refunded'
    | 'refund_failed'
    | 'expired'
    | 'cancelled'
    | 'recalled'
  /** The time, in UTC. */
  readonly created_at: string
  /** The fee, included in the amount: the payout is amount − fee. */
  readonly fee: Amount
  /** What is blocking the payout; usually empty. */
  readonly needs: readonly {
    /** The reason, as a code. */
    readonly code: string
    /** The reason in words. */
    readonly message: string
    /** The case to decide, if you can decide it. */
    readonly case_id?: string
    /** What you can choose. Empty if our staff decides. */
    readonly choices?: readonly ('accept' | 'return' | 'wallet' | 'beneficiary' | 'confirm_name' | 'retry')[]
    /** The deadline, in UTC. */
    readonly due_at?: string
    /** What happens at the deadline if you do not decide. */
    readonly default?: 'returned' | 'afara_decides' | 'you_decide'
  }[]
  /** Why the transaction waits for you or for our staff; absent if it does not. */
  readonly reason?: string
  /** Your labels; empty if you sent none. */
  readonly metadata: Readonly<Record<string, string>>
  readonly deposit?: Deposit
  readonly payout: Payout
}

/** Where to send the tokens of a sell from a wallet. */
export type Deposit = {
  /** The network to use. Tokens sent on another network are lost. */
  readonly network: string
  /** The deposit address. The address and its memo, if any, identify this sell. */
  readonly address: string
  /** The memo (type id) to send with the tokens if sells share an address (Stellar); empty otherwise. */
  readonly memo: string
  /** The NGNC to send, in one transfer. */
  readonly amount: Amount
  /** The deadline, in UTC. Tokens that arrive later are not lost, but an operator has to decide about them. */
  readonly expires_at: string
}

/** The payout. */
export type Payout = {
  /** The beneficiary’s bank. */
  readonly bank_name: string
  /** The beneficiary’s account number. */
  readonly account_number: string
  /** The beneficiary’s name, as you sent it; empty if you sent none. */
  readonly account_name: string
  /** The naira to be paid out: amount − fee. */
  readonly amount: Amount
}

export type PayoutBatchRequest = {
  /** The payments, 1 to 10000. */
  readonly rows: readonly {
    /** The beneficiary’s bank: its name, a common short name or its code. */
    readonly bank_name: string
    /** Ten digits as text, including leading zeros. */
    readonly account_number: string
    /** The beneficiary’s name. We compare it with the bank’s. */
    readonly account_name?: string
    /** The NGNC to sell for this row; 1 NGNC is ₦1. A number with up to two decimals and no exponent, or the same in quotes. From 100 to 250000000. */
    readonly amount: AmountInput
    /** Your own reference of this payment: 1 to 64 letters, digits, ".", "_" or "-", unique among your transactions. Without it we make one. */
    readonly reference?: string
  }[]
}

export type PayoutBatchReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** What happens next, in words. */
  readonly message: string
  readonly batch: PayoutBatch
}

export type PayoutBatch = {
  /** The id of the batch. */
  readonly id: string
  /** The same as id. */
  readonly batch_id: string
  /** checking: we ask the banks. ready: you can confirm it. paying: its rows are being paid. completed: every row has ended. cancelled: nothing was paid. */
  readonly state: 'checking' | 'ready' | 'paying' | 'completed' | 'cancelled'
  /** How many rows you sent. */
  readonly rows: number
  /** How many rows are checked. */
  readonly checked: number
  readonly preview: BatchPreview | null
  readonly outcomes?: BatchOutcomes
  /** When you sent it, in UTC. */
  readonly created_at: string
  /** When every row was checked. In UTC; null before. */
  readonly ready_at: string | null
  /** When you confirmed it. In UTC; null before. */
  readonly confirmed_at: string | null
  /** When you cancelled it. In UTC; null before. */
  readonly cancelled_at: string | null
  /** When the last row ended. In UTC; null before. */
  readonly completed_at: string | null
}

/** What the check found. It never changes. Null while the rows are being checked. */
export type BatchPreview = {
  /** How many rows can be paid. Send it to confirm the batch. */
  readonly rows: number
  /** The NGNC that these rows take from your balance, fees included. Send it to confirm the batch. */
  readonly total: Amount
  /** The fees in the total. */
  readonly fee: Amount
  /** How many rows have problems and are not paid. */
  readonly problem_rows: number
  /** The problems, most frequent first. Not in lists. */
  readonly problems?: readonly {
    /** The problem, as a code. */
    readonly code: string
    /** How many rows have it. */
    readonly rows: number
  }[]
}

/** How many rows have each outcome now. Not in lists. */
export type BatchOutcomes = {
  /** Rows with the outcome "none". */
  readonly none: number
  /** Rows with the outcome "skipped". */
  readonly skipped: number
  /** Rows with the outcome "waiting". */
  readonly waiting: number
  /** Rows with the outcome "refused". */
  readonly refused: number
  /** Rows with the outcome "paying". */
  readonly paying: number
  /** Rows with the outcome "paid". */
  readonly paid: number
  /** Rows with the outcome "returned". */
  readonly returned: number
}

export type PayoutBatchListReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** Tells you whether there are more pages. */
  readonly message: string
  /** Newest first. */
  readonly batches: readonly PayoutBatch[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type PayoutBatchRowsReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** Tells you whether there are more pages. */
  readonly message: string
  /** In the order in which you sent them. */
  readonly rows: readonly PayoutBatchRow[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type PayoutBatchRow = {
  /** The number of the row, from 1. */
  readonly row: number
  /** The bank, as you sent it. */
  readonly bank_name: string
  /** The account number, as you sent it. */
  readonly account_number: string
  /** The name, as you sent it; empty if you sent none. */
  readonly account_name: string
  /** The amount, as you sent it. */
  readonly amount: string
  /** Your reference, or the one that we made. */
  readonly reference: string
  /** What the bank says about the account and the name. found: you sent no name. unknown: the names cannot be compared. Null if it was not asked yet. */
  readonly name_check: 'match' | 'near' | 'different' | 'unknown' | 'found' | 'not_found' | 'no_answer' | null
  /** The name that the bank has, if it fits yours; the initials if you sent no name; else empty. */
  readonly name_at_bank: string
  /** Why the row cannot be paid. Empty if it can. */
  readonly problems: readonly {
    /** The problem, as a code. */
    readonly code: string
    /** The field that has it. */
    readonly field: string
    /** What to correct. */
    readonly message: string
  }[]
  /** none: not confirmed. skipped: it had a problem. waiting: it is paid soon. refused: not accepted, nothing was debited. paying: its sell is on the way. paid: the bank paid it. returned: it was not paid, and the tokens are in your balance again. */
  readonly outcome: 'none' | 'skipped' | 'waiting' | 'refused' | 'paying' | 'paid' | 'returned'
  /** Why the row was refused after you confirmed the batch; null if it was not. */
  readonly refusal: {
    /** Why, as a code. */
    readonly code: string
    /** Why, in words. */
    readonly message: string
  } | null
  /** The sell that pays the row; null without one. */
  readonly transaction_id: string | null
  /** The status of that sell. */
  readonly transaction_status: string | null
}

export type ConfirmBatchRequest = {
  /** `rows` of the preview: how many payments you confirm. */
  readonly rows: number
  /** `total` of the preview: the NGNC that you confirm. A number, or the same in quotes. */
  readonly total: AmountInput
  /** true: pay the rows without problems and skip the others. Without it, a problem refuses it. */
  readonly skip_problems?: boolean
}

export type WithdrawalRequest = {
  /** The id of your business (biz_…). */
  readonly business_id: string
  /** The link tag of your business. */
  readonly link_tag: string
  /** Always withdrawal. */
  readonly type: 'withdrawal'
  /** The NGNC to debit from your balance and send. A number with up to two decimals and no exponent, or the same in quotes. From 100 to 250000000. */
  readonly amount: AmountInput
  /** Stellar, Polygon, Solana or Avalanche (case does not matter). Send it together with wallet_address. */
  readonly network: string
  /** An address on that network. */
  readonly wallet_address: string
  /** Your own reference: 1 to 64 letters, digits, ".", "_" or "-". Repeating a request with the same reference returns the first transaction. */
  readonly reference?: string
  /** Your own labels: at most 20 keys of 1 to 40 letters, digits, ".", "_" or "-" that begin with a letter, each with text of at most 500 characters. Returned everywhere, and you can filter lists by them. Do not put secrets in them. */
  readonly metadata?: Readonly<Record<string, string>>
}

export type WithdrawalReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. It says that the tokens are not sent yet. */
  readonly message: string
  readonly transaction: WithdrawalTransaction
}

export type WithdrawalTransaction = {
  /** The same as transaction_id. */
  readonly id: string
  /** The id of the transaction. */
  readonly transaction_id: string
  readonly business: {
    /** Your business. */
    readonly business_id: string
  }
  /** Always Withdrawal. */
  readonly type: 'Withdrawal'
  /** Your reference, or one that we generated. */
  readonly reference: string
  /** The NGNC amount you sent. The full amount is delivered. */
  readonly amount: Amount
  /** The link tag of your business. */
  readonly link_tag: string
  /** The network of the destination wallet. */
  readonly network: string
  /** The destination wallet. */
  readonly wallet_address: string
  /** The date, Lagos time. */
  readonly date_created: string
  /** The current status. New values may be added. */
  readonly status:
    | 'requested'
    | 'on_hold'
    | 'cleared'
    | 'sending'
    | 'send_failed'
    | 'completed'
    | 'returned_to_balance'
  /** The time, in UTC. */
  readonly created_at: string
  /** Always 0. A withdrawal has no fee. */
  readonly fee: Amount
  /** What is blocking the transfer; usually empty. */
  readonly needs: readonly {
    /** The reason, as a code. */
    readonly code: string
    /** The reason in words. */
    readonly message: string
    /** The case to decide, if you can decide it. */
    readonly case_id?: string
    /** What you can choose. Empty if our staff decides. */
    readonly choices?: readonly ('accept' | 'return' | 'wallet' | 'beneficiary' | 'confirm_name' | 'retry')[]
    /** The deadline, in UTC. */
    readonly due_at?: string
    /** What happens at the deadline if you do not decide. */
    readonly default?: 'returned' | 'afara_decides' | 'you_decide'
  }[]
  /** Why the transaction waits for you or for our staff; absent if it does not. */
  readonly reason?: string
  /** Your labels; empty if you sent none. */
  readonly metadata: Readonly<Record<string, string>>
}

export type TransactionListReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** Tells you whether there are more pages. */
  readonly message: string
  /** Newest first. */
  readonly transactions: readonly (BuyTransaction | SellTransaction | WithdrawalTransaction)[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type TransactionTotalsReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** Tells you whether everything is counted. */
  readonly message: string
  /** One row for each type and status that occurs. */
  readonly totals: readonly TransactionTotal[]
  /** False if there are so many transactions that only the newest were counted. */
  readonly is_complete: boolean
}

export type TransactionTotal = {
  /** Buy, Sell or Withdrawal. */
  readonly type: 'Buy' | 'Sell' | 'Withdrawal'
  /** A status. New values may be added. */
  readonly status: string
  /** How many there are. */
  readonly count: number
  /** The sum of their amounts. */
  readonly amount: Amount
  /** Only for buys: the naira that has arrived for them. */
  readonly paid_amount?: Amount
}

export type FoundReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** What the search matched. */
  readonly message: string
  /** The kind of value that matched. New values may be added. */
  readonly found_as:
    | 'transaction'
    | 'credit'
    | 'transfer'
    | 'payout'
    | 'deposit'
    | 'event'
    | 'pay_link'
    | 'reference'
    | 'idempotency_key'
    | 'session'
    | 'hash'
    | 'deposit_address'
  /** Usually one. A payment that was split between several buys returns each of them. */
  readonly transactions: readonly (BuyTransaction | SellTransaction | WithdrawalTransaction)[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type UnmatchedReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  /** The newest 100, newest first. */
  readonly payments: readonly UnmatchedPayment[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type UnmatchedPayment = {
  /** Our id of the payment. Quote it when you ask about it. */
  readonly id: string
  /** The naira that arrived and are given to no transaction. */
  readonly amount: Amount
  /** When we saw it, in UTC. */
  readonly received_at: string
  /** Your buy whose account number or narration the payment has. Null if nothing says which is meant. */
  readonly transaction_id: string | null
  /** Who holds the money: always afara. */
  readonly holder: 'afara'
  /** What happens next, in words. */
  readonly message: string
  /** When it should be decided, in UTC. */
  readonly expected_by: string
}

export type TransactionReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** The current status in a sentence. */
  readonly message: string
  readonly transaction: BuyTransaction | SellTransaction | WithdrawalTransaction
  /** The naira that have arrived for a buy, who holds them, what happens next and by when. Null if none have, and for a sell or a withdrawal. */
  readonly received: {
    /** The naira that have arrived so far. Null if a payment arrived that may belong here and nothing proves it yet. */
    readonly amount: Amount | null
    /** Whether the naira are given to this transaction. False: we hold them and check. */
    readonly matched: boolean
    /** Who holds the money from this step on. */
    readonly holder:
      | 'payer'
      | 'business'
      | 'afara'
      | 'in_flight'
      | 'recipient'
      | 'sending_bank'
      | 'issuer'
      | 'nobody'
    /** What happens next, in words. */
    readonly message: string
    /** When the step should be done; null if it is final or has no deadline. */
    readonly expected_by: string | null
  } | null
}

export type TimelineReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** Where the money is now, in a sentence. */
  readonly message: string
  readonly timeline: {
    /** The same as transaction_id. */
    readonly id: string
    /** The id of the transaction. */
    readonly transaction_id: string
    /** The current status. */
    readonly status: string
    /** Who holds the money from this step on. */
    readonly holder:
      | 'payer'
      | 'business'
      | 'afara'
      | 'in_flight'
      | 'recipient'
      | 'sending_bank'
      | 'issuer'
      | 'nobody'
    /** When the step should be done; null if it is final or has no deadline. */
    readonly expected_by: string | null
    /** Oldest first. */
    readonly steps: readonly TimelineStep[]
  }
}

export type TimelineStep = {
  /** When it happened, in UTC. */
  readonly at: string
  /** What happened, as a code. New values may be added. */
  readonly event: string
  /** The status from this step on. */
  readonly status: string
  /** What happened, in words. */
  readonly sentence: string
  /** Who holds the money from this step on. */
  readonly holder:
    | 'payer'
    | 'business'
    | 'afara'
    | 'in_flight'
    | 'recipient'
    | 'sending_bank'
    | 'issuer'
    | 'nobody'
  /** When the step should be done; null if it is final or has no deadline. */
  readonly expected_by: string | null
  /** References that prove the step; can be empty. */
  readonly evidence: readonly {
    /** credit, transfer, deposit and payout are our ids. session is the bank’s id of a payment, hash the network’s id of a transfer. deposit_address is where to send the tokens of a sell, with its memo if it has one. */
    readonly kind:
      | 'credit'
      | 'session'
      | 'transfer'
      | 'hash'
      | 'deposit'
      | 'payout'
      | 'deposit_address'
      | 'memo'
    /** The value to search for or to show. */
    readonly id: string
    /** A public explorer page of the network. Null if there is none. */
    readonly url: string | null
  }[]
}

export type CancelReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** The status in a sentence. */
  readonly message: string
  readonly transaction: BuyTransaction | SellTransaction | WithdrawalTransaction
}

export type CaseReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** The question or what was decided, in words. */
  readonly message: string
  readonly case: Case
}

export type Case = {
  /** The id of the case. */
  readonly case_id: string
  /** The id of the transaction. */
  readonly transaction_id: string
  /** The type of the transaction. */
  readonly type: 'Buy' | 'Sell'
  /** The reference of the transaction. */
  readonly reference: string
  /** The current status of the transaction. */
  readonly transaction_status: string
  /** open: you can decide. decided: you decided. closed: something else answered the question. */
  readonly state: 'open' | 'decided' | 'closed'
  /** The question, as a code. New values may be added. */
  readonly code:
    | 'short_payment'
    | 'late_payment'
    | 'wallet_blocked'
    | 'network_closed'
    | 'fee_too_high'
    | 'short_deposit'
    | 'late_deposit'
    | 'name_differs'
    | 'account_not_found'
    | 'payout_failed'
  /** The question, in words. */
  readonly message: string
  /** The amount of the transaction. */
  readonly amount: Amount
  /** What we hold for it now. */
  readonly received: Amount
  /** The fee of the transaction. */
  readonly fee: Amount
  /** What you can choose; empty if the case is not open. */
  readonly choices: readonly OfferedChoice[]
  /** When we asked, in UTC. */
  readonly opened_at: string
  /** The deadline, in UTC. */
  readonly due_at: string
  /** What happens at the deadline if you do not decide. */
  readonly default: 'returned' | 'afara_decides' | 'you_decide'
  /** The same, in words. */
  readonly default_message: string
  /** The initials of the name that the bank has. Only for the code name_differs. */
  readonly bank_initials?: string
  /** What you decided. */
  readonly decision: CaseDecision | null
}

export type OfferedChoice = {
  /** What you can choose. New values may be added. */
  readonly choice: 'accept' | 'return' | 'wallet' | 'beneficiary' | 'confirm_name' | 'retry'
  /** What it does, in words. */
  readonly message: string
  /** What it moves: tokens or naira for the customer, or what goes back. */
  readonly amount: Amount
}

export type CaseDecision = {
  /** What was chosen. */
  readonly choice: 'accept' | 'return' | 'wallet' | 'beneficiary' | 'confirm_name' | 'retry'
  /** What the transaction held then. */
  readonly amount: Amount
  /** When, in UTC. */
  readonly decided_at: string
  /** A program with a key, or a person on the dashboard. */
  readonly decided_by: 'key' | 'member'
  /** The network of the wallet that was named. */
  readonly network?: string
  /** The wallet that was named. */
  readonly wallet_address?: string
  /** The bank of the beneficiary that was named. */
  readonly bank_name?: string
  /** The account number of that beneficiary. */
  readonly account_number?: string
  /** The name of that beneficiary, as you sent it. Absent if you confirmed the bank’s name. */
  readonly account_name?: string
}

export type WalletChoice = {
  /** Stellar, Polygon, Solana or Avalanche (case does not matter). Send it together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
}

export type BeneficiaryChoice = {
  /** The bank: its name, a common short name or its code. */
  readonly bank_name?: string
  /** Ten digits as text, including leading zeros. */
  readonly account_number?: string
  /** The name on that account. */
  readonly account_name?: string
}

export type CaseListReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** Tells you whether there are more pages. */
  readonly message: string
  /** Newest first. */
  readonly cases: readonly Case[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type CaseDecisionRequest = {
  /** One of the `choices` of the case. */
  readonly choice: 'accept' | 'return' | 'wallet' | 'beneficiary' | 'confirm_name' | 'retry'
  /** Stellar, Polygon, Solana or Avalanche (case does not matter). Send it together with wallet_address. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** The bank: its name, a common short name or its code. */
  readonly bank_name?: string
  /** Ten digits as text, including leading zeros. */
  readonly account_number?: string
  /** The name on that account. */
  readonly account_name?: string
}

export type BalancesReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** Tells you what you can do with the balance. */
  readonly message: string
  readonly balances: readonly Balance[]
  /** Naira that your business owes us because a bank recalled a payment after the tokens of its buy had been delivered. */
  readonly owed: Amount
  /** Whether the tokens of a buy without a wallet are credited to your balance. */
  readonly may_hold: boolean
}

export type Balance = {
  /** The asset. New values may be added. */
  readonly asset: 'NGNC'
  /** The amount you can sell or withdraw now. */
  readonly available: Amount
  /** The amount held by unfinished sells and withdrawals. It is debited when they clear and released if they fail. */
  readonly held: Amount
}

export type MovementListReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** Tells you whether there are more pages. */
  readonly message: string
  /** Newest first. */
  readonly movements: readonly BalanceMovement[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type BalanceMovement = {
  /** The same as movement_id. */
  readonly id: string
  /** The id of the ledger entry. */
  readonly movement_id: string
  /** When it happened, in UTC. */
  readonly at: string
  /** Whether the movement is a credit or a debit of your balance. */
  readonly direction: 'in' | 'out'
  /** The asset that moved. */
  readonly asset: 'NGNC'
  /** The amount that moved. */
  readonly amount: Amount
  /** The balance after the movement. */
  readonly balance: Amount
  /** The reason, as a code. New values may be added. */
  readonly reason: string
  /** The reason in words. */
  readonly description: string
  /** The transaction that caused the movement; null if none did. */
  readonly transaction_id: string | null
  /** Buy, Sell or Withdrawal. */
  readonly type: string | null
  /** Your reference for that transaction. */
  readonly reference: string | null
}

export type BalanceDaysReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A message for people. */
  readonly message: string
  /** Oldest first. Days without a movement are included. */
  readonly days: readonly BalanceDay[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type BalanceDay = {
  /** The day, Lagos time. */
  readonly day: string
  /** The NGNC that came in. */
  readonly in: Amount
  /** The NGNC that went out. */
  readonly out: Amount
  /** The balance at the end of the day, or now. */
  readonly closing: Amount
}

export type EventsReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** The number of results. */
  readonly message: string
  /** Oldest first. */
  readonly events: readonly (FeedEvent | BatchEvent)[]
  /** Send it as `after` to get the next events. Store it: it is your position in the feed. */
  readonly next_after: number
  /** The same as `next_after`, as in other lists; null if no more events are available now. */
  readonly next: string | null
  /** Whether more events are available now. */
  readonly has_more: boolean
}

export type FeedEvent = {
  /** The id of the event. It is the same in the feed and in every webhook delivery. */
  readonly id: string
  /** The kind of transaction and the status it reached, or what happened to a case. New values may be added. */
  readonly type:
    | 'buy.pending_payment'
    | 'buy.part_paid'
    | 'buy.payment_received'
    | 'buy.action_required'
    | 'buy.on_hold'
    | 'buy.cleared'
    | 'buy.sending'
    | 'buy.send_failed'
    | 'buy.completed'
    | 'buy.refunding'
    | 'buy.refunded'
    | 'buy.refund_failed'
    | 'buy.expired'
    | 'buy.cancelled'
    | 'buy.recalled'
    | 'sell.pending_deposit'
    | 'sell.part_deposited'
    | 'sell.deposit_received'
    | 'sell.action_required'
    | 'sell.on_hold'
    | 'sell.cleared'
    | 'sell.paying_out'
    | 'sell.payout_failed'
    | 'sell.completed'
    | 'sell.returned'
    | 'sell.refunding'
    | 'sell.refunded'
    | 'sell.refund_failed'
    | 'sell.expired'
    | 'sell.cancelled'
    | 'sell.recalled'
    | 'withdrawal.requested'
    | 'withdrawal.on_hold'
    | 'withdrawal.cleared'
    | 'withdrawal.sending'
    | 'withdrawal.send_failed'
    | 'withdrawal.completed'
    | 'withdrawal.returned_to_balance'
    | 'case.opened'
    | 'case.decided'
  /** The position in the feed of your business in this mode: 1, 2, 3 … without gaps. */
  readonly number: number
  /** The number of this step within its transaction: 1, 2, 3 … without gaps; null for an event about a case. */
  readonly sequence: number | null
  /** The mode of the transaction. */
  readonly mode: 'live' | 'test'
  /** When it happened, in UTC. */
  readonly created_at: string
  readonly data: {
    /** The previous status; null for the first event. */
    readonly previous_status: string | null
    /** The transaction when it reached that status. */
    readonly transaction: BuyTransaction | SellTransaction | WithdrawalTransaction
    readonly case?: EventCase
  }
}

/** The case, in the events case.opened and case.decided. Read it with `GET /cases/v1/{id}`. */
export type EventCase = {
  /** The id of the case. */
  readonly case_id: string
  /** The question, as a code. New values may be added. */
  readonly code:
    | 'short_payment'
    | 'late_payment'
    | 'wallet_blocked'
    | 'network_closed'
    | 'fee_too_high'
    | 'short_deposit'
    | 'late_deposit'
    | 'name_differs'
    | 'account_not_found'
    | 'payout_failed'
  /** The question, in words. */
  readonly message: string
  /** The deadline, in UTC. */
  readonly due_at: string
  /** What you chose. Only in case.decided. */
  readonly choice?: 'accept' | 'return' | 'wallet' | 'beneficiary' | 'confirm_name' | 'retry'
}

export type BatchEvent = {
  /** The id of the event. It is the same in the feed and in every webhook delivery. */
  readonly id: string
  /** The position in the feed of your business in this mode: 1, 2, 3 … without gaps. */
  readonly number: number
  /** The mode of the transaction. */
  readonly mode: 'live' | 'test'
  /** When it happened, in UTC. */
  readonly created_at: string
  /** What happened to the batch. */
  readonly type: 'batch.ready' | 'batch.completed'
  /** Always null: it is no step of a transaction. */
  readonly sequence: null
  readonly data: {
    readonly batch: PayoutBatch
  }
}

export type WebhookEndpointRequest = {
  /** The URL that receives events: `https`, on a public host. */
  readonly url: string
  /** The event types: `*` for all, `buy.*` for all events of buys, or types such as `buy.completed`. */
  readonly events?: readonly string[]
  /** A description, for your own use. */
  readonly description?: string
}

export type WebhookEndpointSecretReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly endpoint: WebhookEndpoint
  /** The signing secret. Store it: we show it only once. */
  readonly secret: string
}

export type WebhookEndpoint = {
  /** The id of the endpoint. */
  readonly id: string
  /** Where events are sent. */
  readonly url: string
  /** Which events are sent there. */
  readonly events: readonly string[]
  /** Your own description. */
  readonly description: string
  /** paused: you paused it, or a key that opened or changed it was revoked. disabled: we disabled it because no delivery succeeded for three days. Events are held in both states. */
  readonly state: 'active' | 'paused' | 'disabled'
  /** The mode of the transaction. */
  readonly mode: 'live' | 'test'
  /** When it was created. */
  readonly created_at: string
  /** Since when deliveries have failed; null if they succeed. */
  readonly failing_since: string | null
  /** When the last delivery succeeded. */
  readonly last_success_at: string | null
  /** The number of pending deliveries. */
  readonly waiting: number
  /** The active secrets, newest first. The value of a secret is shown once, when it is created. */
  readonly secrets: readonly {
    /** When it was created. */
    readonly created_at: string
    /** When it stops signing; null for the current secret. */
    readonly expires_at: string | null
  }[]
  /** The last ten changes, newest first. */
  readonly notices: readonly {
    /** What happened, as a code. */
    readonly kind: string
    /** What happened, in words. */
    readonly message: string
    /** When. */
    readonly at: string
  }[]
}

export type WebhookEndpointsReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  /** Oldest first. */
  readonly endpoints: readonly WebhookEndpoint[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type WebhookEndpointReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly endpoint: WebhookEndpoint
}

export type WebhookEndpointChange = {
  /** The URL that receives events: `https`, on a public host. */
  readonly url?: string
  /** The event types: `*` for all, `buy.*` for all events of buys, or types such as `buy.completed`. */
  readonly events?: readonly string[]
  /** A description, for your own use. */
  readonly description?: string
}

export type RotateWebhookSecretRequest = {
  /** How many hours the previous secret also signs: 0 to 168. The default is 24. */
  readonly overlap_hours?: number
}

export type WebhookPingReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly delivery: {
    /** The id of the delivery, which you find in the deliveries of the endpoint. */
    readonly id: string
    /** The id of the event. It is the same in the feed and in every webhook delivery. */
    readonly event_id: string
  }
}

export type WebhookDeliveriesReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** The number of results. */
  readonly message: string
  /** Newest first. */
  readonly deliveries: readonly WebhookDelivery[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type WebhookDelivery = {
  /** The id of the delivery. */
  readonly id: string
  /** The id of the event. It is the same in the feed and in every webhook delivery. */
  readonly event_id: string
  /** The type of the event. */
  readonly event_type: string
  /** The position in the feed; null for a ping or a notice. */
  readonly number: number | null
  /** The transaction of the event. */
  readonly transaction_id: string | null
  /** given_up: every attempt failed for three days. You can resend the event. */
  readonly state: 'pending' | 'delivered' | 'given_up'
  /** The number of attempts. */
  readonly attempts: number
  /** When the next attempt is due; null if there is none. */
  readonly next_attempt_at: string | null
  /** When the first attempt was due. */
  readonly created_at: string
  /** When it was delivered or failed. */
  readonly finished_at: string | null
  /** The last twenty attempts, newest first. We keep them for thirty days. */
  readonly log: readonly {
    /** The number of the attempt. */
    readonly attempt: number
    /** When the attempt was sent. */
    readonly at: string
    /** Only a 2xx response counts as delivered. */
    readonly outcome: 'answered' | 'refused_address' | 'no_answer' | 'too_slow'
    /** The HTTP status of your server’s response. */
    readonly status: number | null
    /** The first 4 kB of the response, or the reason why there was none. */
    readonly body: string
    /** The duration in milliseconds. */
    readonly duration_ms: number
  }[]
}

export type ResendWebhooksRequest = {
  /** One event, even if it does not match the filter of the endpoint. */
  readonly event_id?: string
  /** The first event number of the range. */
  readonly from_number?: number
  /** The last event number of the range. */
  readonly to_number?: number
}

export type ResendWebhooksReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  /** The number of events queued. */
  readonly resent: number
}

export type VendorReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly VendorList: readonly Vendor[]
}

/** One of our bank accounts that buyers pay into. */
export type Vendor = {
  /** The name on the account. */
  readonly vendorName: string
  /** The account number. */
  readonly vendorNumber: string
  /** The name of the bank. */
  readonly vendorBank: string
}

export type BanksReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly banks: readonly Bank[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

/** A bank that can hold a payer’s or beneficiary’s account. */
export type Bank = {
  /** The bank code. You can send it wherever a bank name is accepted. */
  readonly code: string
  /** The bank’s name. */
  readonly name: string
  /** Other names that we accept. */
  readonly other_names: readonly string[]
  /** The kind of institution. New values may be added. */
  readonly kind: string
  readonly health: BankHealth
}

/** Measured from our own payments only. */
export type BankHealth = {
  /** good: most payments arrive within a minute. slow: half of the payments take longer than a minute. degraded: more than one in ten fails. down: no payment arrives now. unknown: we made fewer than five payments there in the last week. */
  readonly state: 'good' | 'slow' | 'degraded' | 'down' | 'unknown'
  /** The median time of our successful payments; null if there were too few. */
  readonly typical_seconds: number | null
  /** The percentage of our payments that succeeded; null if there were too few. */
  readonly success_percent: number | null
  /** The number of our payments that these figures come from. */
  readonly attempts: number
}

export type NameEnquiryRequest = {
  /** The bank: its name, a common short name or its code. */
  readonly bank_name: string
  /** Ten digits as text, including leading zeros. */
  readonly account_number: string
  /** The name you were given. We compare it with the bank’s record. */
  readonly account_name?: string
}

export type NameEnquiryReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** The outcome in words. */
  readonly message: string
  readonly enquiry: NameEnquiry
}

export type NameEnquiry = {
  /** The bank we asked. */
  readonly bank_name: string
  /** The code of that bank. */
  readonly bank_code: string
  /** The account number. */
  readonly account_number: string
  /** match: the same name. near: probably the same name. different: clearly another name; a sell to it would be rejected. unknown: we cannot compare the two names; a sell to it would wait until an operator confirms the name. found: the account exists and you sent no name to compare. not_found: the bank has no such account. no_answer: the bank did not answer, so nothing is known about the account. */
  readonly outcome: 'match' | 'near' | 'different' | 'unknown' | 'found' | 'not_found' | 'no_answer'
  /** The initials of the name on the account, only if you sent no name. */
  readonly initials: string | null
  /** The name that the bank has for the account; null if it has no such account or did not answer. */
  readonly account_name: string | null
}

export type Rates = {
  /** Naira (NGNC), up to 6 decimals. */
  readonly USD: Amount
  /** Naira (NGNC), up to 6 decimals. */
  readonly GBP: Amount
  /** Naira (NGNC), up to 6 decimals. */
  readonly EUR: Amount
  /** Naira (NGNC), up to 6 decimals. */
  readonly TRY: Amount
  /** Naira (NGNC), up to 6 decimals. */
  readonly CNY: Amount
  /** Naira (NGNC), up to 6 decimals. */
  readonly CHF: Amount
  /** Naira (NGNC), up to 6 decimals. */
  readonly CAD: Amount
  /** Naira (NGNC), up to 6 decimals. */
  readonly AED: Amount
  /** Naira (NGNC), up to 6 decimals. */
  readonly KES: Amount
}

export type KeyReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly key: Key
}

/** The business and permissions of a key. Never includes the secret. */
export type Key = {
  /** The business that the key belongs to. */
  readonly business_id: string
  /** The link tag of that business. */
  readonly link_tag: string
  /** live moves real money; test does not. */
  readonly mode: 'test' | 'live'
  /** What the key can do. */
  readonly scopes: readonly ('read' | 'buy' | 'sell' | 'payouts' | 'webhooks')[]
  /** The number of requests allowed per window. */
  readonly requests_per_window: number
  /** The length of a window in seconds. */
  readonly window_seconds: number
  /** When the key stops working; null if it does not expire. Ask us to rotate it before then. */
  readonly expires_at: string | null
}

export type ScenariosReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly scenarios: readonly Scenario[]
  /** Send it as `after` to get the next page; null on the last page. It has no other meaning. */
  readonly next: string | null
  /** Whether there are more pages: false if `next` is null. */
  readonly has_more: boolean
}

export type Scenario = {
  /** The name of the scenario. */
  readonly name:
    | 'paid_exactly'
    | 'expected_payment'
    | 'short_payment'
    | 'short_then_topped_up'
    | 'over_payment'
    | 'late_payment'
    | 'third_party_payer'
    | 'duplicate_payment'
    | 'payment_without_claim'
    | 'recalled_credit'
    | 'wallet_without_trustline'
    | 'on_hold'
    | 'name_mismatch'
    | 'account_closed'
    | 'slow_bank'
    | 'bank_timeout_then_success'
    | 'payout_failed_then_returned'
    | 'reversed_after_success'
    | 'reorg'
    | 'webhook_storm'
  readonly type: 'buy' | 'sell' | null
  /** A one-line summary. */
  readonly sentence: string
  /** What the scenario does. */
  readonly does: string
  /** The fields you can send, in addition to `business_id` and `link_tag`. All are optional. */
  readonly takes: readonly (
    | 'amount'
    | 'reference'
    | 'network'
    | 'wallet_address'
    | 'bank_name'
    | 'account_number'
    | 'account_name'
    | 'count'
    | 'seconds'
  )[]
  /** The event types of each transaction, in order. */
  readonly expect: readonly string[]
  /** The type of the last event. After it, you or an operator must act, or the transaction is final. Null if the scenario creates no transaction. */
  readonly final: string | null
}

export type ScenarioRequest = {
  /** The id of your business (biz_…). */
  readonly business_id?: string
  /** The link tag of your business. */
  readonly link_tag?: string
  /** The naira amount of the buy, or the NGNC amount of the sell. A number with up to two decimals and no exponent, or the same in quotes. From 15000 to 250000000 NGN, or from 100 to 250000000 NGNC. */
  readonly amount?: AmountInput
  /** Your own reference: 1 to 64 letters, digits, ".", "_" or "-". Repeating a request with the same reference returns the first transaction. */
  readonly reference?: string
  /** Stellar, Polygon, Solana or Avalanche (case does not matter). If you send only the network, we choose a wallet. */
  readonly network?: string
  /** An address on that network. */
  readonly wallet_address?: string
  /** The bank of the payer or beneficiary. */
  readonly bank_name?: string
  /** Ten digits as text, including leading zeros. */
  readonly account_number?: string
  /** The name of the payer or beneficiary. */
  readonly account_name?: string
  /** The number of transactions, for scenarios that create several. */
  readonly count?: number
  /** The delay in seconds, for scenarios with a delay. */
  readonly seconds?: number
}

export type ScenarioRunReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A one-line summary. */
  readonly message: string
  readonly run: ScenarioRun
}

export type ScenarioRun = {
  /** The name of the scenario. */
  readonly scenario:
    | 'paid_exactly'
    | 'expected_payment'
    | 'short_payment'
    | 'short_then_topped_up'
    | 'over_payment'
    | 'late_payment'
    | 'third_party_payer'
    | 'duplicate_payment'
    | 'payment_without_claim'
    | 'recalled_credit'
    | 'wallet_without_trustline'
    | 'on_hold'
    | 'name_mismatch'
    | 'account_closed'
    | 'slow_bank'
    | 'bank_timeout_then_success'
    | 'payout_failed_then_returned'
    | 'reversed_after_success'
    | 'reorg'
    | 'webhook_storm'
  /** The transaction, or the first of several. Null if none was created. */
  readonly transaction_id: string | null
  /** All transactions that the scenario created. */
  readonly transaction_ids: readonly string[]
  /** The event types of each transaction, in order. */
  readonly expect: readonly string[]
  /** The type of the last event. After it, you or an operator must act, or the transaction is final. Null if the scenario creates no transaction. */
  readonly final: string | null
  /** A payment that has no buy yet, if the scenario is about one. */
  readonly payment: UnclaimedPayment | null
}

export type UnclaimedPayment = {
  /** The account that was paid. */
  readonly vendor_number: string
  /** The naira amount that was paid. */
  readonly amount: Amount
  /** The payer’s bank. */
  readonly bank_name: string
  /** The payer’s account number. */
  readonly account_number: string
  /** The payer’s name. */
  readonly account_name: string
}

export type SandboxPaymentRequest = {
  /** The id of the transaction. */
  readonly transaction_id?: string
  /** Naira to pay. The default is the full amount of the transaction. Up to two decimals, from 1 to 250000000. */
  readonly amount?: AmountInput
  /** The test account to pay into. The default is your first test account. */
  readonly vendor_number?: string
  /** The payer’s bank. */
  readonly bank_name?: string
  /** Ten digits as text, including leading zeros. */
  readonly account_number?: string
  /** The payer’s name. */
  readonly account_name?: string
  /** The narration. */
  readonly remark?: string
  /** Seconds until the payment is made. */
  readonly after_seconds?: number
}

export type SandboxPaymentReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly payment: SandboxPayment
}

export type SandboxPayment = {
  /** The account to pay. */
  readonly vendor_name: string
  /** The number of the account to pay. */
  readonly vendor_number: string
  /** The bank of the account to pay. */
  readonly vendor_bank: string
  /** Naira. */
  readonly amount: Amount
  /** The payer’s bank. */
  readonly bank_name: string
  /** The payer’s account number. */
  readonly account_number: string
  /** The payer’s name. */
  readonly account_name: string
}

export type SandboxDepositRequest = {
  /** The id of the transaction. */
  readonly transaction_id: string
  /** NGNC to send. The default is the full amount of the sell. Up to two decimals, from 1 to 250000000. */
  readonly amount?: AmountInput
}

export type SandboxDepositReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly deposit: SandboxDeposit
}

export type SandboxDeposit = {
  /** The id of the transaction. */
  readonly transaction_id: string
  /** The network. */
  readonly network: string
  /** The deposit address. */
  readonly address: string
  /** NGNC. */
  readonly amount: Amount
}

export type SandboxClockReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly clock: SandboxClock
}

export type SandboxClock = {
  /** The current time of your test clock, in UTC. */
  readonly now: string
  /** The seconds that your clock is ahead. */
  readonly offset_seconds: number
}

export type SandboxClockRequest = {
  /** Seconds to move the clock, up to 30 days at a time. */
  readonly advance_seconds: number
}

export type MovedSandboxClockReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly clock: MovedSandboxClock
}

export type MovedSandboxClock = {
  /** The current time of your test clock, in UTC. */
  readonly now: string
  /** The seconds that your clock is ahead. */
  readonly offset_seconds: number
  /** The transactions that become due. */
  readonly woken: number
}

export type SandboxResetReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** A human-readable message. */
  readonly message: string
  readonly reset: SandboxReset
}

export type SandboxReset = {
  /** Transactions that had received no money and were cancelled. */
  readonly cancelled: number
  /** Transactions that the reset did not cancel, by type and status: their money is moving, or an operator must decide. */
  readonly still_open: Readonly<Record<string, number>>
  /** The seconds that your clock is ahead. */
  readonly offset_seconds: number
}

export type CertificationReply = {
  /** Always success. Errors have another format. */
  readonly status: 'success'
  /** How many passed. */
  readonly message: string
  readonly certification: Certification
}

export type Certification = {
  /** How many checks passed. */
  readonly passed: number
  /** What your programs and endpoints did. */
  readonly behaviour: readonly CertificationCheck[]
  /** Every scenario, the most common ones first. */
  readonly scenarios: readonly CertificationCheck[]
}

export type CertificationCheck = {
  /** The name of the check, or of the scenario. */
  readonly name: string
  /** What a good integration does. */
  readonly title: string
  /** passed: your own data shows it. waiting: it is under way, or your endpoint has not answered yet. not_shown: nothing shows it yet. */
  readonly state: 'passed' | 'waiting' | 'not_shown'
  /** What was seen, or what to do. */
  readonly detail: string
  /** When the scenario ran; null for a check without a time. */
  readonly at: string | null
  /** The transaction that shows it. */
  readonly transaction_id: string | null
}

export type DrillReply = {
  readonly drill: {
    /** The id of the drill. */
    readonly id: string
    /** The current status. */
    readonly status: 'started' | 'halfway' | 'finished'
  }
}

export type Health = {
  /** Whether the service answers requests. */
  readonly status: 'ok' | 'error'
  /** Whether the database can be reached. */
  readonly postgresql: boolean
}

/** The parameters, body and reply of each operation. */
export type Operations = {
  /** Initiate a buy. */
  readonly initiateBuy: {
    readonly path: undefined
    readonly query: undefined
    readonly body: BuyRequest
    readonly reply: BuyReply
  }
  /** Get an account number for a buy. */
  readonly expectBuy: {
    readonly path: undefined
    readonly query: undefined
    readonly body: ExpectedBuyRequest
    readonly reply: ExpectedBuyReply
  }
  /** Preview a buy. */
  readonly previewBuy: {
    readonly path: undefined
    readonly query: undefined
    readonly body: BuyPreviewRequest
    readonly reply: PreviewReply
  }
  /** Create a pay link. */
  readonly makePayLink: {
    readonly path: undefined
    readonly query: undefined
    readonly body: PayLinkRequest
    readonly reply: PayLinkReply
  }
  /** List pay links. */
  readonly listPayLinks: {
    readonly path: undefined
    readonly query: {
      /** The page size, 1 to 100. The default is 20. */
      readonly limit?: number | string
      /** The `next` value of the previous page. */
      readonly after?: string
      /** One status of the buy, or several separated by commas. */
      readonly status?: string
      /** A key of `metadata`, a colon and its whole value. */
      readonly metadata?: string
      /** A date (Lagos time) or an ISO 8601 timestamp with Z or an offset. Earlier results are excluded. */
      readonly from?: string
      /** A date (Lagos time, included) or an ISO 8601 timestamp with Z or an offset (excluded). Later results are excluded. */
      readonly to?: string
    }
    readonly body: undefined
    readonly reply: PayLinkListReply
  }
  /** Read a pay link. */
  readonly readPayLink: {
    readonly path: {
      /** The id of the pay link. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: ReadPayLinkReply
  }
  /** Cancel a pay link. */
  readonly cancelPayLink: {
    readonly path: {
      /** The id of the pay link. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: PayLinkReply
  }
  /** Get a standing account number for a customer. */
  readonly obtainCustomerNumber: {
    readonly path: undefined
    readonly query: undefined
    readonly body: CustomerNumberRequest
    readonly reply: CustomerNumberReply
  }
  /** List standing account numbers. */
  readonly listCustomerNumbers: {
    readonly path: undefined
    readonly query: {
      /** The page size, 1 to 100. The default is 20. */
      readonly limit?: number | string
      /** The `next` value of the previous page. */
      readonly after?: string
    }
    readonly body: undefined
    readonly reply: CustomerNumberListReply
  }
  /** Read a standing account number. */
  readonly readCustomerNumber: {
    readonly path: {
      /** The id of the number. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: CustomerNumberReply
  }
  /** End a standing account number. */
  readonly endCustomerNumber: {
    readonly path: {
      /** The id of the number. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: CustomerNumberReply
  }
  /** Initiate a sell. */
  readonly initiateSell: {
    readonly path: undefined
    readonly query: undefined
    readonly body: SellRequest
    readonly reply: SellReply
  }
  /** Preview a sell. */
  readonly previewSell: {
    readonly path: undefined
    readonly query: undefined
    readonly body: SellRequest
    readonly reply: PreviewReply
  }
  /** Create a batch of payouts. */
  readonly makeBatch: {
    readonly path: undefined
    readonly query: undefined
    readonly body: PayoutBatchRequest
    readonly reply: PayoutBatchReply
  }
  /** List batches of payouts. */
  readonly listBatches: {
    readonly path: undefined
    readonly query: {
      /** The page size, 1 to 100. The default is 20. */
      readonly limit?: number | string
      /** The `next` value of the previous page. */
      readonly after?: string
    }
    readonly body: undefined
    readonly reply: PayoutBatchListReply
  }
  /** Read a batch of payouts. */
  readonly readBatch: {
    readonly path: {
      /** The id of the batch. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: PayoutBatchReply
  }
  /** List the rows of a batch. */
  readonly listBatchRows: {
    readonly path: {
      /** The id of the batch. */
      readonly id: string
    }
    readonly query: {
      /** The page size, 1 to 100. The default is 20. */
      readonly limit?: number | string
      /** The `next` value of the previous page. */
      readonly after?: string
      /** problems: only rows that have problems. */
      readonly only?: 'problems'
    }
    readonly body: undefined
    readonly reply: PayoutBatchRowsReply
  }
  /** Export the rows of a batch. */
  readonly exportBatchRows: {
    readonly path: {
      /** The id of the batch. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: Uint8Array
  }
  /** Confirm a batch of payouts. */
  readonly confirmBatch: {
    readonly path: {
      /** The id of the batch. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: ConfirmBatchRequest
    readonly reply: PayoutBatchReply
  }
  /** Cancel a batch of payouts. */
  readonly cancelBatch: {
    readonly path: {
      /** The id of the batch. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: PayoutBatchReply
  }
  /** Withdraw tokens to a wallet. */
  readonly initiateWithdrawal: {
    readonly path: undefined
    readonly query: undefined
    readonly body: WithdrawalRequest
    readonly reply: WithdrawalReply
  }
  /** Preview a withdrawal. */
  readonly previewWithdrawal: {
    readonly path: undefined
    readonly query: undefined
    readonly body: WithdrawalRequest
    readonly reply: PreviewReply
  }
  /** List transactions. */
  readonly listTransactions: {
    readonly path: undefined
    readonly query: {
      /** The page size, 1 to 100. The default is 20. */
      readonly limit?: number | string
      /** The `next` value of the previous page. */
      readonly after?: string
      /** buy, sell or withdrawal, or the `type` of a transaction. */
      readonly type?: 'buy' | 'sell' | 'withdrawal' | 'Buy' | 'Sell' | 'Withdrawal'
      /** One status, or several separated by commas. */
      readonly status?: string
      /** Stellar, Polygon, Solana or Avalanche (case does not matter). */
      readonly network?: string
      /** Your reference. At most one transaction has it. */
      readonly reference?: string
      /** The smallest amount. */
      readonly amount_from?: string
      /** The largest amount. */
      readonly amount_to?: string
      /** A part of the account name of the payer or the payee, or at least the last four digits of their account number. Payers of pay links are not searched. */
      readonly party?: string
      /** A key of `metadata`, a colon and its whole value. */
      readonly metadata?: string
      /** A date (Lagos time) or an ISO 8601 timestamp with Z or an offset. Earlier results are excluded. */
      readonly from?: string
      /** A date (Lagos time, included) or an ISO 8601 timestamp with Z or an offset (excluded). Later results are excluded. */
      readonly to?: string
    }
    readonly body: undefined
    readonly reply: TransactionListReply
  }
  /** Add up transactions. */
  readonly totalTransactions: {
    readonly path: undefined
    readonly query: {
      /** buy, sell or withdrawal, or the `type` of a transaction. */
      readonly type?: 'buy' | 'sell' | 'withdrawal' | 'Buy' | 'Sell' | 'Withdrawal'
      /** One status, or several separated by commas. */
      readonly status?: string
      /** Stellar, Polygon, Solana or Avalanche (case does not matter). */
      readonly network?: string
      /** Your reference. At most one transaction has it. */
      readonly reference?: string
      /** The smallest amount. */
      readonly amount_from?: string
      /** The largest amount. */
      readonly amount_to?: string
      /** A part of the account name of the payer or the payee, or at least the last four digits of their account number. Payers of pay links are not searched. */
      readonly party?: string
      /** A key of `metadata`, a colon and its whole value. */
      readonly metadata?: string
      /** A date (Lagos time) or an ISO 8601 timestamp with Z or an offset. Earlier results are excluded. */
      readonly from?: string
      /** A date (Lagos time, included) or an ISO 8601 timestamp with Z or an offset (excluded). Later results are excluded. */
      readonly to?: string
    }
    readonly body: undefined
    readonly reply: TransactionTotalsReply
  }
  /** Export transactions. */
  readonly exportTransactions: {
    readonly path: undefined
    readonly query: {
      /** buy, sell or withdrawal, or the `type` of a transaction. */
      readonly type?: 'buy' | 'sell' | 'withdrawal' | 'Buy' | 'Sell' | 'Withdrawal'
      /** One status, or several separated by commas. */
      readonly status?: string
      /** Stellar, Polygon, Solana or Avalanche (case does not matter). */
      readonly network?: string
      /** Your reference. At most one transaction has it. */
      readonly reference?: string
      /** The smallest amount. */
      readonly amount_from?: string
      /** The largest amount. */
      readonly amount_to?: string
      /** A part of the account name of the payer or the payee, or at least the last four digits of their account number. Payers of pay links are not searched. */
      readonly party?: string
      /** A key of `metadata`, a colon and its whole value. */
      readonly metadata?: string
      /** A date (Lagos time) or an ISO 8601 timestamp with Z or an offset. Earlier results are excluded. */
      readonly from?: string
      /** A date (Lagos time, included) or an ISO 8601 timestamp with Z or an offset (excluded). Later results are excluded. */
      readonly to?: string
    }
    readonly body: undefined
    readonly reply: Uint8Array
  }
  /** Find a transaction. */
  readonly findTransactions: {
    readonly path: undefined
    readonly query: {
      /** One of our ids (txn_, crd_, trf_, pay_, dep_, evt_, lnk_), your reference or Idempotency-Key, a bank session id, a network hash, or a deposit address. */
      readonly id: string
    }
    readonly body: undefined
    readonly reply: FoundReply
  }
  /** List payments that are not matched yet. */
  readonly listUnmatched: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: UnmatchedReply
  }
  /** Read a transaction. */
  readonly readTransaction: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: TransactionReply
  }
  /** Read the timeline. */
  readonly readTimeline: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: TimelineReply
  }
  /** Cancel a transaction without money. */
  readonly cancelTransaction: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: CancelReply
  }
  /** Accept a short or late payment. */
  readonly acceptTransaction: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: CaseReply
  }
  /** Return the money. */
  readonly returnTransaction: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: CaseReply
  }
  /** Name another wallet. */
  readonly changeWallet: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: WalletChoice
    readonly reply: CaseReply
  }
  /** Name another beneficiary. */
  readonly changeBeneficiary: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: BeneficiaryChoice
    readonly reply: CaseReply
  }
  /** List what you can decide. */
  readonly listCases: {
    readonly path: undefined
    readonly query: {
      /** The page size, 1 to 100. The default is 20. */
      readonly limit?: number | string
      /** The `next` value of the previous page. */
      readonly after?: string
      /** open: only cases that you can decide. ended: only the others. */
      readonly state?: 'open' | 'ended'
      /** The id of the transaction. */
      readonly transaction_id?: string
    }
    readonly body: undefined
    readonly reply: CaseListReply
  }
  /** Read a case. */
  readonly readCase: {
    readonly path: {
      /** The id of the case. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: CaseReply
  }
  /** Decide a case. */
  readonly decideCase: {
    readonly path: {
      /** The id of the case. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: CaseDecisionRequest
    readonly reply: CaseReply
  }
  /** Download a receipt. */
  readonly readReceipt: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: Uint8Array
  }
  /** Download a trace letter. */
  readonly readTraceLetter: {
    readonly path: {
      /** The id of the transaction. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: Uint8Array
  }
  /** Read the balance. */
  readonly readBalances: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: BalancesReply
  }
  /** List balance movements. */
  readonly listBalanceMovements: {
    readonly path: undefined
    readonly query: {
      /** The page size, 1 to 100. The default is 20. */
      readonly limit?: number | string
      /** The `next` value of the previous page. */
      readonly after?: string
      /** A date (Lagos time) or an ISO 8601 timestamp with Z or an offset. Earlier results are excluded. */
      readonly from?: string
      /** A date (Lagos time, included) or an ISO 8601 timestamp with Z or an offset (excluded). Later results are excluded. */
      readonly to?: string
    }
    readonly body: undefined
    readonly reply: MovementListReply
  }
  /** List the balance by day. */
  readonly listBalanceDays: {
    readonly path: undefined
    readonly query: {
      /** The first day, Lagos time. */
      readonly from: number | string
      /** The last day, Lagos time, included. At most 366 days after the first. */
      readonly to: number | string
    }
    readonly body: undefined
    readonly reply: BalanceDaysReply
  }
  /** Download a statement as CSV. */
  readonly readStatementCsv: {
    readonly path: undefined
    readonly query: {
      /** The first day, Lagos time. */
      readonly from: number | string
      /** The last day, Lagos time, included. At most 366 days after the first. */
      readonly to: number | string
    }
    readonly body: undefined
    readonly reply: Uint8Array
  }
  /** Download a statement as PDF. */
  readonly readStatementPdf: {
    readonly path: undefined
    readonly query: {
      /** The first day, Lagos time. */
      readonly from: number | string
      /** The last day, Lagos time, included. At most 366 days after the first. */
      readonly to: number | string
    }
    readonly body: undefined
    readonly reply: Uint8Array
  }
  /** Read the event feed. */
  readonly readEvents: {
    readonly path: undefined
    readonly query: {
      /** The `number` of the last event you have. Omit it or send 0 to start from the first event. */
      readonly after?: number | string
      /** The maximum number of results, 1 to 100. The default is 100. */
      readonly limit?: number | string
      /** How many seconds to wait for a new event if there is none, 0 to 25. */
      readonly wait?: number | string
      /** Only events of this transaction. */
      readonly transaction_id?: string
    }
    readonly body: undefined
    readonly reply: EventsReply
  }
  /** Create an endpoint. */
  readonly openWebhookEndpoint: {
    readonly path: undefined
    readonly query: undefined
    readonly body: WebhookEndpointRequest
    readonly reply: WebhookEndpointSecretReply
  }
  /** List endpoints. */
  readonly listWebhookEndpoints: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookEndpointsReply
  }
  /** Read an endpoint. */
  readonly readWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookEndpointReply
  }
  /** Update an endpoint. */
  readonly updateWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: WebhookEndpointChange
    readonly reply: WebhookEndpointReply
  }
  /** Pause an endpoint. */
  readonly pauseWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookEndpointReply
  }
  /** Resume an endpoint. */
  readonly resumeWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookEndpointReply
  }
  /** Remove an endpoint. */
  readonly removeWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookEndpointReply
  }
  /** Rotate the secret of an endpoint. */
  readonly rotateWebhookSecret: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: RotateWebhookSecretRequest
    readonly reply: WebhookEndpointSecretReply
  }
  /** Send a test message. */
  readonly pingWebhookEndpoint: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: WebhookPingReply
  }
  /** List deliveries of an endpoint. */
  readonly listWebhookDeliveries: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: {
      /** The `next` value of the previous page. */
      readonly after?: string
      /** The maximum number of results, 1 to 100. The default is 20. */
      readonly limit?: number | string
      /** Only deliveries in this state. */
      readonly state?: 'pending' | 'delivered' | 'given_up'
    }
    readonly body: undefined
    readonly reply: WebhookDeliveriesReply
  }
  /** Resend events. */
  readonly resendWebhooks: {
    readonly path: {
      /** The id of the endpoint. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: ResendWebhooksRequest
    readonly reply: ResendWebhooksReply
  }
  /** List vendor accounts. */
  readonly listVendors: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: VendorReply
  }
  /** List vendor accounts (alias). */
  readonly listVendorsAgain: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: VendorReply
  }
  /** List test vendor accounts. */
  readonly listTestVendors: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: VendorReply
  }
  /** List banks. */
  readonly listBanks: {
    readonly path: undefined
    readonly query: {
      /** The page size, 1 to 100. Without it, the page has all banks. */
      readonly limit?: number | string
      /** The `next` value of the previous page. */
      readonly after?: string
    }
    readonly body: undefined
    readonly reply: BanksReply
  }
  /** Check the name on an account. */
  readonly enquireName: {
    readonly path: undefined
    readonly query: undefined
    readonly body: NameEnquiryRequest
    readonly reply: NameEnquiryReply
  }
  /** Read the USDC rates. */
  readonly readUsdcRates: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: Rates
  }
  /** Read the current key. */
  readonly readKey: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: KeyReply
  }
  /** List scenarios. */
  readonly listScenarios: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: ScenariosReply
  }
  /** Run a scenario. */
  readonly runScenario: {
    readonly path: {
      /** The name of the scenario. */
      readonly name:
        | 'paid_exactly'
        | 'expected_payment'
        | 'short_payment'
        | 'short_then_topped_up'
        | 'over_payment'
        | 'late_payment'
        | 'third_party_payer'
        | 'duplicate_payment'
        | 'payment_without_claim'
        | 'recalled_credit'
        | 'wallet_without_trustline'
        | 'on_hold'
        | 'name_mismatch'
        | 'account_closed'
        | 'slow_bank'
        | 'bank_timeout_then_success'
        | 'payout_failed_then_returned'
        | 'reversed_after_success'
        | 'reorg'
        | 'webhook_storm'
    }
    readonly query: undefined
    readonly body: ScenarioRequest
    readonly reply: ScenarioRunReply
  }
  /** Pay into a test account. */
  readonly payTestAccount: {
    readonly path: undefined
    readonly query: undefined
    readonly body: SandboxPaymentRequest
    readonly reply: SandboxPaymentReply
  }
  /** Send tokens to a test sell. */
  readonly sendTestDeposit: {
    readonly path: undefined
    readonly query: undefined
    readonly body: SandboxDepositRequest
    readonly reply: SandboxDepositReply
  }
  /** Read the test clock. */
  readonly readTestClock: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: SandboxClockReply
  }
  /** Move the test clock. */
  readonly moveTestClock: {
    readonly path: undefined
    readonly query: undefined
    readonly body: SandboxClockRequest
    readonly reply: MovedSandboxClockReply
  }
  /** Reset the sandbox. */
  readonly resetTestBusiness: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: SandboxResetReply
  }
  /** Read the certification report. */
  readonly readCertification: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: CertificationReply
  }
  /** Start a drill. */
  readonly startDrill: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: DrillReply
  }
  /** Read a drill. */
  readonly readDrill: {
    readonly path: {
      /** The id of the drill. */
      readonly id: string
    }
    readonly query: undefined
    readonly body: undefined
    readonly reply: DrillReply
  }
  /** Check health. */
  readonly readHealth: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: Health
  }
  /** Read the OTC buy rates. */
  readonly readOtcRates: {
    readonly path: undefined
    readonly query: undefined
    readonly body: undefined
    readonly reply: Rates
  }
}

/** The method, path and host of each operation. A `named` operation accepts an Idempotency-Key: with the same key, it takes effect once. */
export const operations = {
  initiateBuy: { method: 'POST', path: '/transactions/v1/onramp', base: 'api', named: true },
  expectBuy: { method: 'POST', path: '/transactions/v1/onramp/expected', base: 'api', named: true },
  previewBuy: { method: 'POST', path: '/transactions/v1/onramp/preview', base: 'api', named: true },
  makePayLink: { method: 'POST', path: '/pay-links/v1', base: 'api', named: true },
  listPayLinks: { method: 'GET', path: '/pay-links/v1', base: 'api', named: false },
  readPayLink: { method: 'GET', path: '/pay-links/v1/{id}', base: 'api', named: false },
  cancelPayLink: { method: 'POST', path: '/pay-links/v1/{id}/cancel', base: 'api', named: true },
  obtainCustomerNumber: { method: 'POST', path: '/collections/v1/numbers', base: 'api', named: true },
  listCustomerNumbers: { method: 'GET', path: '/collections/v1/numbers', base: 'api', named: false },
  readCustomerNumber: { method: 'GET', path: '/collections/v1/numbers/{id}', base: 'api', named: false },
  endCustomerNumber: { method: 'POST', path: '/collections/v1/numbers/{id}/end', base: 'api', named: true },
  initiateSell: { method: 'POST', path: '/transactions/v1/offramp', base: 'api', named: true },
  previewSell: { method: 'POST', path: '/transactions/v1/offramp/preview', base: 'api', named: true },
  makeBatch: { method: 'POST', path: '/payouts/v1/batches', base: 'api', named: true },
  listBatches: { method: 'GET', path: '/payouts/v1/batches', base: 'api', named: false },
  readBatch: { method: 'GET', path: '/payouts/v1/batches/{id}', base: 'api', named: false },
  listBatchRows: { method: 'GET', path: '/payouts/v1/batches/{id}/rows', base: 'api', named: false },
  exportBatchRows: { method: 'GET', path: '/payouts/v1/batches/{id}/rows.csv', base: 'api', named: false },
  confirmBatch: { method: 'POST', path: '/payouts/v1/batches/{id}/confirm', base: 'api', named: true },
  cancelBatch: { method: 'POST', path: '/payouts/v1/batches/{id}/cancel', base: 'api', named: true },
  initiateWithdrawal: { method: 'POST', path: '/transactions/v1/withdrawals', base: 'api', named: true },
  previewWithdrawal: {
    method: 'POST',
    path: '/transactions/v1/withdrawals/preview',
    base: 'api',
    named: true,
  },
  listTransactions: { method: 'GET', path: '/transactions/v1', base: 'api', named: false },
  totalTransactions: { method: 'GET', path: '/transactions/v1/totals', base: 'api', named: false },
  exportTransactions: { method: 'GET', path: '/transactions/v1/export', base: 'api', named: false },
  findTransactions: { method: 'GET', path: '/transactions/v1/find', base: 'api', named: false },
  listUnmatched: { method: 'GET', path: '/transactions/v1/unmatched', base: 'api', named: false },
  readTransaction: { method: 'GET', path: '/transactions/v1/{id}', base: 'api', named: false },
  readTimeline: { method: 'GET', path: '/transactions/v1/{id}/timeline', base: 'api', named: false },
  cancelTransaction: { method: 'POST', path: '/transactions/v1/{id}/cancel', base: 'api', named: true },
  acceptTransaction: { method: 'POST', path: '/transactions/v1/{id}/accept', base: 'api', named: true },
  returnTransaction: { method: 'POST', path: '/transactions/v1/{id}/return', base: 'api', named: true },
  changeWallet: { method: 'POST', path: '/transactions/v1/{id}/wallet', base: 'api', named: true },
  changeBeneficiary: { method: 'POST', path: '/transactions/v1/{id}/beneficiary', base: 'api', named: true },
  listCases: { method: 'GET', path: '/cases/v1', base: 'api', named: false },
  readCase: { method: 'GET', path: '/cases/v1/{id}', base: 'api', named: false },
  decideCase: { method: 'POST', path: '/cases/v1/{id}/decisions', base: 'api', named: true },
  readReceipt: { method: 'GET', path: '/transactions/v1/{id}/receipt', base: 'api', named: false },
  readTraceLetter: { method: 'GET', path: '/transactions/v1/{id}/trace-letter', base: 'api', named: false },
  readBalances: { method: 'GET', path: '/balances/v1', base: 'api', named: false },
  listBalanceMovements: { method: 'GET', path: '/balances/v1/statement', base: 'api', named: false },
  listBalanceDays: { method: 'GET', path: '/balances/v1/days', base: 'api', named: false },
  readStatementCsv: { method: 'GET', path: '/balances/v1/statement/csv', base: 'api', named: false },
  readStatementPdf: { method: 'GET', path: '/balances/v1/statement/pdf', base: 'api', named: false },
  readEvents: { method: 'GET', path: '/events/v1', base: 'api', named: false },
  openWebhookEndpoint: { method: 'POST', path: '/webhooks/v1/endpoints', base: 'api', named: true },
  listWebhookEndpoints: { method: 'GET', path: '/webhooks/v1/endpoints', base: 'api', named: false },
  readWebhookEndpoint: { method: 'GET', path: '/webhooks/v1/endpoints/{id}', base: 'api', named: false },
  updateWebhookEndpoint: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/update',
    base: 'api',
    named: true,
  },
  pauseWebhookEndpoint: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/pause',
    base: 'api',
    named: true,
  },
  resumeWebhookEndpoint: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/resume',
    base: 'api',
    named: true,
  },
  removeWebhookEndpoint: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/remove',
    base: 'api',
    named: true,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/v1/endpoints/{id}/rotate-secret',
    base: 'api',
    named: true,
  },
  pingWebhookEndpoint: { method: 'POST', path: '/webhooks/v1/endpoints/{id}/ping', base: 'api', named: true },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhooks/v1/endpoints/{id}/deliveries',
    base: 'api',
    named: false,
  },
  resendWebhooks: { method: 'POST', path: '/webhooks/v1/endpoints/{id}/resend', base: 'api', named: true },
  listVendors: { method: 'GET', path: '/transactions/v1/vendors', base: 'api', named: false },
  listVendorsAgain: { method: 'GET', path: '/transactions/v1/list_vendors', base: 'api', named: false },
  listTestVendors: { method: 'GET', path: '/transactions/v1/test-vendors', base: 'api', named: false },
  listBanks: { method: 'GET', path: '/banks/v1', base: 'api', named: false },
  enquireName: { method: 'POST', path: '/banks/v1/name-enquiry', base: 'api', named: true },
  readUsdcRates: { method: 'GET', path: '/rates/v1/usdc-ngnc', base: 'api', named: false },
  readKey: { method: 'GET', path: '/keys/v1/me', base: 'api', named: false },
  listScenarios: { method: 'GET', path: '/sandbox/v1/scenarios', base: 'api', named: false },
  runScenario: { method: 'POST', path: '/sandbox/v1/scenarios/{name}', base: 'api', named: true },
  payTestAccount: { method: 'POST', path: '/sandbox/v1/payments', base: 'api', named: true },
  sendTestDeposit: { method: 'POST', path: '/sandbox/v1/deposits', base: 'api', named: true },
  readTestClock: { method: 'GET', path: '/sandbox/v1/clock', base: 'api', named: false },
  moveTestClock: { method: 'POST', path: '/sandbox/v1/clock', base: 'api', named: true },
  resetTestBusiness: { method: 'POST', path: '/sandbox/v1/reset', base: 'api', named: true },
  readCertification: { method: 'GET', path: '/sandbox/v1/certification', base: 'api', named: false },
  startDrill: { method: 'POST', path: '/drills/v1', base: 'api', named: true },
  readDrill: { method: 'GET', path: '/drills/v1/{id}', base: 'api', named: false },
  readHealth: { method: 'GET', path: '/health', base: 'api', named: false },
  readOtcRates: { method: 'GET', path: '/otc/buy', base: 'otc', named: false },
} as const

/** Fields whose numbers count something. Every other number is money or a rate, and is kept as the text it came in. */
export const integerFields: ReadonlySet<string> = new Set([
  'advance_seconds',
  'after_seconds',
  'attempt',
  'attempts',
  'cancelled',
  'checked',
  'count',
  'duration_ms',
  'expected_by_seconds',
  'expires_in_minutes',
  'from_number',
  'links',
  'next_after',
  'none',
  'number',
  'offset_seconds',
  'open',
  'overlap_hours',
  'paid',
  'passed',
  'paying',
  'problem_rows',
  'refused',
  'requests_per_window',
  'resent',
  'returned',
  'row',
  'rows',
  'seconds',
  'sequence',
  'skipped',
  'status',
  'success_percent',
  'to_number',
  'typical_seconds',
  'waiting',
  'window_seconds',
  'woken',
])

/** Fields that hold a count for each of some names. */
export const countingFields: ReadonlySet<string> = new Set(['still_open'])

/** What to do about each code. New codes may come: treat one that you do not know by the class of its error. */
export const fixes = {
  not_found: 'Check path and method. Case and a trailing slash matter.',
  malformed: 'The message says which.',
  body_too_large: 'Send only the fields of the request.',
  not_json: 'Send the header `content-type: application/json`. Only a batch of payouts may be `text/csv`.',
  field_required: 'Add the fields listed in `errors`.',
  field_unknown: 'Check the spelling, or remove the field.',
  field_type: 'Put text in quotes. An amount is a number, or a decimal in quotes.',
  field_invalid: 'Each message in `errors` says what the field must be.',
  internal:
    'Send it again with the same `reference` or `Idempotency-Key`. If it fails again, quote the `request_id` to us.',
  unavailable:
    'Wait for the seconds in `Retry-After`, then send the same request. With the same `reference` or `Idempotency-Key` it cannot be recorded twice.',
  overloaded: 'Wait for the seconds in `Retry-After`, then send it again.',
  key_missing: 'Send your key in the header `svc-sec-key`.',
  key_malformed: 'Copy the whole key. It starts with `svc_live_` or `svc_test_`.',
  key_mistyped: 'Copy the key again. A character is wrong or missing.',
  key_wrong_cell: 'Use the base URL of the cell that the message names.',
  key_unknown: 'Use a key that was issued to you.',
  key_revoked: 'Use another key, or create a new one.',
  key_expired: 'Use your newer key. If you have none, ask us for one.',
  ip_not_allowed: 'Call from an allowed network, or ask for a key that allows yours.',
  business_suspended: 'Contact support.',
  scope_missing:
    'Use a key with the scope that the message names. Selling from the balance needs `sell` and `payouts`.',
  request_unsigned:
    'Sign the request with the private key of an API key that has a public key. The SDK and the CLI do it if you give them the private key.',
  request_signature_invalid:
    'Do what the message says, and sign again. Each attempt may have a signature of its own, with the same Idempotency-Key.',
  test_mode_only: 'Use a test key.',
  rate_limited: 'Wait for the seconds in `Retry-After`. The header `RateLimit` shows what remains.',
  amount_malformed: 'Send `15000` or `15000.50`, without sign, exponent or thousands separator.',
  amount_too_fine: 'Naira and NGNC have two decimals.',
  amount_below_minimum: 'Send at least the `minimum` in the error.',
  amount_above_maximum: 'Send at most the `maximum` in the error, or split the amount.',
  amount_below_fee: 'Send a larger amount.',
  insufficient_balance: 'Reduce the amount, or add to the balance first.',
  payouts_short: 'Reduce the amount, or try again in an hour.',
  daily_limit:
    'Try again tomorrow, or ask us to raise the limit. (A buy above it is accepted, with this code in `needs`.)',
  business_mismatch: 'Copy both values and the key from the same business.',
  transaction_unknown: 'Check the id and the key.',
  beneficiary_name_mismatch: 'Check `account_number`, `bank_name` and `account_name` with the beneficiary.',
  beneficiary_not_enrolled:
    'A member adds the account on the dashboard, under Pay out. An owner can also turn the restriction off there.',
  idempotency_key_invalid: 'Send 1 to 255 visible ASCII characters in one header. A UUID works well.',
  idempotency_key_conflict: 'Use a new key, or repeat the first request unchanged.',
  reference_conflict: 'Use a new reference, or repeat the first request unchanged.',
  possible_duplicate: 'For a second transaction, send a `reference` or an `Idempotency-Key`.',
  delivery_not_open: 'Use a wallet on another network.',
  delivery_stopped: 'Try again later, use a wallet on another network, or contact us.',
  delivery_short: 'Reduce the amount, use a wallet on another network, or try again in an hour.',
  payouts_stopped: 'Use an account at another bank, try again later, or contact us.',
  receipt_not_ready: 'Ask again when it is completed or refunded.',
  trace_letter_not_possible: 'Read its timeline to see where the money is.',
  batch_unknown: 'Check the id and the mode of the key.',
  batch_not_ready: 'Read the batch until its state is `ready`, then confirm it.',
  batch_over: 'Read the batch for its state. Create a new batch if you want to pay something else.',
  batch_has_problems:
    'Correct the rows and create a new batch, or send `skip_problems: true` to pay the others.',
  batch_differs: 'Read the batch, look at its preview again, and send its `rows` and `total`.',
  batch_stale: 'Create the batch again. Its preview shows which rows were paid.',
  pay_link_unknown: 'Check the id and the mode of the key.',
  pay_link_not_open: 'Read the link for its status. Naira that arrived is delivered or refunded.',
  case_not_yours: 'Copy the id from `GET /cases/v1` or from `needs` of the transaction.',
  case_decided: 'Nothing. A decision cannot be changed.',
  case_not_open: 'Read the transaction for its status.',
  case_with_us: 'Wait for the next event of the transaction, or contact us.',
  choice_not_offered: 'Use one of the `choices` in the error.',
  transaction_not_cancellable: 'Read the transaction: `needs` says what you can decide.',
  return_url_invalid:
    'Use an https URL of at most 500 characters. A test key also allows http on 127.0.0.1 or localhost.',
  wallet_cannot_receive: 'Do what the message says, then try again. Nobody has paid yet.',
  number_unknown: 'Check the id and the mode of the key.',
  customer_numbers_off:
    'Ask us to approve it. For a single payment, use `POST /transactions/v1/onramp/expected`.',
  identity_number_sent:
    'Send the reference that your identity provider gave you when it checked the customer.',
  cursor_invalid: 'Send `next` unchanged, or omit `after` to start again.',
  export_too_large: 'Use `from` and `to`, or one `type` or `status`.',
  webhook_endpoint_unknown: 'List your endpoints and copy an id.',
  webhook_endpoint_exists: 'Update or remove the endpoint that the message names.',
  webhook_endpoints_too_many: 'Remove an endpoint that you do not use.',
  webhook_url_refused: 'Use a URL as the message says. On a laptop, use `afara listen`.',
  event_type_unknown: 'Use `*`, `buy.*`, `sell.*`, `withdrawal.*`, or a type from the event reference.',
  event_unknown: 'Copy the `id` from the feed.',
  resend_range_invalid: 'Send `event_id`, or `from_number` and `to_number`. Split a longer range.',
  sandbox_only: 'Use a test key.',
  scenario_unknown: 'Choose one from `GET /sandbox/v1/scenarios`.',
  sandbox_unavailable:
    'The message says which. Try again in a minute with another `reference`, or use another network.',
  wallet_incomplete: 'Send both or neither.',
  wallet_required: 'Send `network` and `wallet_address`, or set a default wallet.',
  deposits_not_open: 'Use another network, or sell from your balance.',
  withdrawals_not_open: 'Use another network.',
  withdrawals_stopped: 'Try again later, or contact us.',
  wallet_not_enrolled:
    'A member enrols the wallet on the dashboard, under Balance. It is ready after 24 hours, or when a second member approves it.',
  network_unknown: 'Use Stellar, Polygon, Solana or Avalanche. Case does not matter.',
  wallet_address_invalid: 'Copy the whole address from the wallet again.',
  wallet_address_wrong_network: 'Name its network, or use an address of the network that you named.',
  wallet_address_forbidden: 'Use the address of a wallet that you control.',
  wallet_address_unsupported: 'Use the kind of address that the message names.',
  wallet_address_is_secret: 'Treat it as exposed: move its funds to a new wallet, and send the new address.',
  bank_unknown: 'Choose one of the `suggestions` in the error.',
  bank_ambiguous: 'Send the code of the right bank, from the `suggestions` in the error.',
  name_enquiry_limit: 'Wait for the seconds in `Retry-After`. Check a name only when you pay somebody.',
  unknown_vendor: 'Copy all three from the vendor list of the same key.',
  test_vendor_with_live_key: 'Use a live account, or a test key.',
  rate_stale: 'Wait for the seconds in `Retry-After`, then ask again.',
} as const

/** Every code that a caller can meet. */
export type ErrorCode = keyof typeof fixes
