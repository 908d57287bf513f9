import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Field } from '../shared/ui/field.tsx'
import { askApi, type Tenant } from './ask-api.ts'

type BankAccount = Readonly<{ bank: string; number: string }>

/** Asks for a bank, with suggestions, and for an account number. The bank tells whose it is, so nobody types a name. */
export function BankAccountFields({
  tenant,
  account,
  onChange,
}: Readonly<{ tenant: Tenant; account: BankAccount; onChange: (account: BankAccount) => void }>) {
  const list = useId()
  // The list of banks is the same in both modes, and live mode may not be open yet.
  const inTest: Tenant = { ...tenant, mode: 'test' }
  const banks = useQuery({
    queryKey: ['bank-names', tenant.businessId],
    queryFn: async () =>
      askApi<{ banks: ReadonlyArray<{ code: string; name: string }> }>(inTest, '/banks/v1'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <Field
        label="Bank"
        required
        list={list}
        maxLength={100}
        placeholder="GTBank"
        hint="Its name, short name or code."
        value={account.bank}
        onChange={(event) => onChange({ ...account, bank: event.target.value })}
      />
      <datalist id={list}>
        {banks.data?.banks.map(({ code, name }) => (
          <option key={code}>{name}</option>
        ))}
      </datalist>
      <Field
        label="Account number"
        required
        inputMode="numeric"
        placeholder="0123456789"
        hint="Ten digits. The bank tells us the name."
        value={account.number}
        onChange={(event) => onChange({ ...account, number: event.target.value })}
      />
    </>
  )
}
