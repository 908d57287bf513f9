/** A phone with the real pay page in it. The page asks for its own news. */
export function PayerPane({
  path,
  number,
}: Readonly<{ path: string | undefined; number: number | undefined }>) {
  return (
    <div className="mx-auto h-[600px] w-full max-w-[375px] overflow-hidden rounded-phone border-8 border-phone bg-bg shadow-panel wide:h-[468px]">
      {path !== undefined && path !== '' && (
        // The pay page runs its script and asks its own server, so a sandbox would have to allow everything that it forbids.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          key={path}
          src={path}
          title={`The pay page of order ${number}`}
          className="h-[133.4%] w-[133.4%] origin-top-left scale-75 wide:block"
        />
      )}
    </div>
  )
}
