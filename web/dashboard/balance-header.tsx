import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { mayPay } from './pay-out/use-payments.ts'
import { useTenant } from './use-account.ts'

const tabs = [
  { to: '/$business/$mode/balance', name: 'Movements' },
  { to: '/$business/$mode/balance/wallets', name: 'Wallets' },
] as const

/** The head of the two pages about the balance. */
export function BalanceHeader({ children }: Readonly<{ children?: ReactNode }>) {
  const tenant = useTenant()
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-title font-semibold tracking-tight">Balance</h1>
          <p className="text-small text-muted">NGNC that we keep for you. One NGNC is one naira.</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {children}
          {mayPay(tenant) && (
            <Button asChild>
              <Link from="/$business/$mode" to="/$business/$mode/balance/withdraw">
                <ArrowUpRight size={16} aria-hidden />
                Withdraw
              </Link>
            </Button>
          )}
        </div>
      </div>
      <nav aria-label="Balance" className="mt-2 mb-4 flex gap-4 overflow-x-auto border-b middle:gap-6">
        {tabs.map(({ to, name }) => (
          <Link
            key={name}
            from="/$business/$mode"
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className="flex h-11 shrink-0 items-center border-b-2 border-transparent text-small font-medium text-muted -outline-offset-2 hover:text-text aria-[current=page]:border-brand aria-[current=page]:text-text middle:h-10"
          >
            {name}
          </Link>
        ))}
      </nav>
    </>
  )
}
