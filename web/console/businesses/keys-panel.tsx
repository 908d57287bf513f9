import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { wordsOf } from '../../shared/status-words.ts'
import { untilOf } from '../../shared/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Age, Amount, linkLook, ShortId } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import { EndStandingDialog, RevokeDialog } from './business-dialogs.tsx'
import type { KeyRow, Standing } from './use-business.ts'

const tones: Readonly<Record<KeyRow['state'], Tone>> = { active: 'good', expired: 'ended', revoked: 'ended' }

/** The keys of this mode. Nobody stores a secret, so none is shown. */
export function KeysPanel({ keys }: Readonly<{ keys: readonly KeyRow[] }>) {
  const mode = useMode()
  const [revoking, setRevoking] = useState<KeyRow>()
  return (
    <Panel title="Keys" aside={`each begins with svc_${mode}_`}>
      {keys.length === 0 && <EmptyState>It has no key in {mode} mode.</EmptyState>}
      <ul className="text-small">
        {keys.map((key) => (
          <li key={key.key_id} className="flex items-start gap-3 border-t px-4 py-2 first:border-t-0">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-x-2">
                <span className="font-medium">{key.label === '' ? 'No label' : key.label}</span>
                <ShortId id={key.key_id} />
                <Pill tone={tones[key.state]}>{wordsOf(key.state)}</Pill>
              </p>
              <p className="text-caption text-muted">
                {key.last_used_at === null ? (
                  'Never used'
                ) : (
                  <>
                    Used <Age at={key.last_used_at} isBare />
                  </>
                )}
                , issued <Age at={key.created_at} isBare />. May {key.scopes.join(', ')}
                {key.networks.length > 0 && `, from ${key.networks.join(', ')}`}
              </p>
            </div>
            {key.state === 'active' && <Button onClick={() => setRevoking(key)}>Revoke…</Button>}
          </li>
        ))}
      </ul>
      {revoking !== undefined && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Panel>
  )
}

/** What one person may decide for this business, because two people signed that. */
export function StandingPanel({ standing }: Readonly<{ standing: readonly Standing[] }>) {
  const mode = useMode()
  const [ending, setEnding] = useState<Standing>()
  return (
    <Panel title="Standing approvals">
      {standing.length === 0 && (
        <EmptyState>
          Two people decide every case of it. A standing approval lets one person do so.
        </EmptyState>
      )}
      <ul className="text-small">
        {standing.map((one) => (
          <li key={one.case_id} className="flex items-start gap-3 border-t px-4 py-2 first:border-t-0">
            <div className="min-w-0 grow">
              <Link to="/$mode/cases/$case" params={{ mode, case: one.case_id }} className={linkLook}>
                {wordsOf(one.decision)} if {wordsOf(one.ground).toLowerCase()}
              </Link>
              <p className="text-caption text-muted">
                {one.is_for_all ? 'Every business. ' : ''}
                Each up to <Amount minor={one.cap_minor} />; <Amount minor={one.used_minor} /> of{' '}
                <Amount minor={one.total_minor} /> used. Until {untilOf(one.expires_at)}
              </p>
            </div>
            <Button onClick={() => setEnding(one)}>End…</Button>
          </li>
        ))}
      </ul>
      {ending !== undefined && <EndStandingDialog standing={ending} onClose={() => setEnding(undefined)} />}
    </Panel>
  )
}
