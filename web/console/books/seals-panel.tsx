import type { ReactNode } from 'react'
import { Panel } from '../../shared/ui/panel.tsx'
import { Age } from '../parts.tsx'
import type { Seals } from './use-books.ts'

/** How fresh the proof is that no row was changed. */
export function SealsPanel({ seals, isTampered }: Readonly<{ seals: Seals; isTampered: boolean }>) {
  const never = <span className="text-muted">not yet</span>
  return (
    <Panel
      title="Seals and checks"
      aside={isTampered ? 'a sealed row was changed' : 'no sealed row was changed'}
    >
      <dl className="grid gap-1.5 px-4 py-3 text-small">
        <Fact name="Every sealed row hashed again">
          {seals.verified_at === null ? never : <Age at={seals.verified_at} />}
        </Fact>
        <Fact name="Newest seal">
          {seals.newest_seal === null || seals.sealed_at === null ? (
            never
          ) : (
            <>
              No. {seals.newest_seal.replace(/\B(?=(\d{3})+$)/g, ',')}, <Age at={seals.sealed_at} isBare />
            </>
          )}
        </Fact>
        {seals.owed_rows !== '0' && (
          <Fact name="Still to hash again">
            {seals.owed_rows} {seals.owed_rows === '1' ? 'row' : 'rows'}
          </Fact>
        )}
        <Fact name="Every check read everything">
          {seals.checked_at === null ? never : <Age at={seals.checked_at} />}
        </Fact>
        <Fact name="Checks that fail">{seals.failing_checks}</Fact>
      </dl>
    </Panel>
  )
}

function Fact({ name, children }: Readonly<{ name: string; children: ReactNode }>) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
