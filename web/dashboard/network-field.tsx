import { useId } from 'react'

const networks = ['Polygon', 'Avalanche', 'Solana', 'Stellar'] as const

/** Asks for one of the networks that have NGNC. */
export function NetworkField({
  value,
  change,
}: Readonly<{ value: string; change: (network: string) => void }>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-small font-medium">
        Network
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => change(event.target.value)}
        className="h-11 w-full rounded-small border border-border-strong bg-surface px-2 text-body middle:h-10"
      >
        {networks.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  )
}
