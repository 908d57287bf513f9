import { type FormEvent, useState } from 'react'
import { BankAccountFields } from '../bank-account-fields.tsx'
import { accountOf, clockOf, dateOf } from '../words.ts'
import { SaveRow } from './save-row.tsx'
import { type FormProps, type GoLive, useGoLiveRequest } from './use-go-live.ts'

/** Asks the bank at once who owns the account, and shows the name that it answered. */
export function AccountForm({ tenant, file, close }: FormProps) {
  const [account, setAccount] = useState({
    bank: file.account?.bank_name ?? '',
    number: file.account?.account_number ?? '',
  })
  const ask = useGoLiveRequest(tenant, '/account')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = ({ account: answered }: GoLive) => answered?.name_match === 'match' && close()
    ask.mutate({ bank: account.bank, account_number: accountOf(account.number) }, { onSuccess })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-small text-muted">
        Naira that belongs to your business goes to this account. It must carry the legal name, so we ask the
        bank for the name now.
      </p>
      <div className="grid gap-3 middle:grid-cols-2">
        <BankAccountFields tenant={tenant} account={account} onChange={setAccount} />
      </div>
      {file.account !== null && <Answer account={file.account} legalName={file.company?.legal_name} />}
      <SaveRow name="Ask the bank" isPending={ask.isPending} error={ask.error} />
    </form>
  )
}

function Answer({
  account,
  legalName,
}: Readonly<{ account: NonNullable<GoLive['account']>; legalName: string | undefined }>) {
  const isOther = account.name_match === 'different'
  return (
    <output
      className={`block rounded-small px-3 py-2 text-small ${isOther ? 'bg-warn-soft text-warn' : 'bg-sunken'}`}
    >
      <b className="font-semibold">{account.account_name}</b>
      <br />
      {account.bank_name} answered for {account.account_number} on {dateOf(account.answered_at)},{' '}
      {clockOf(account.answered_at)}.
      {isOther && (
        <>
          {' '}
          This is another name than {legalName ?? 'your legal name'}. Give an account of the business, or
          correct the legal name.
        </>
      )}
    </output>
  )
}
