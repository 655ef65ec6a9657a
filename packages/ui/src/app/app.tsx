// From sign-in to the workbench: choose a project, open it, and follow its events.
import { RefusedRequest } from '@countersign/client'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Access, forgetAccess, keepAccess } from '../connection/access.ts'
import { type OpenProject, openProject } from '../connection/open-project.ts'
import { ProjectProvider } from '../connection/project-context.ts'
import { connectTo, type Server, type SignedOutReason, type SignIn } from '../connection/sign-in.ts'
import { useRenewedToken } from '../connection/use-renewed-token.ts'
import { ChooseProject } from './entrance/choose-project.tsx'
import { SignedOut } from './entrance/signed-out.tsx'
import { Workbench } from './layout/workbench.tsx'
import { LeaveQuestion } from './leaving/leave-question.tsx'
import { createLeaving, type Leaving } from './leaving/leaving.ts'
import { useNewLink } from './leaving/use-new-link.ts'

export function App({ server, first }: { readonly server: Server; readonly first: SignIn }) {
  const [signedIn, setSignedIn] = useState(first)
  const [leaving] = useState(createLeaving)
  useNewLink(leaving)
  const leave = useCallback((reason: SignedOutReason) => {
    forgetAccess()
    setSignedIn({ reason })
  }, [])
  if ('reason' in signedIn) return <SignedOut server={server} reason={signedIn.reason} onSignIn={setSignedIn} />
  const { access } = signedIn
  return (
    <>
      <SignedInPage key={access.token} server={server} access={access} leaving={leaving} onLeave={leave} />
      <LeaveQuestion leaving={leaving} />
    </>
  )
}

interface SignedInProps {
  readonly server: Server
  readonly access: Access
  readonly leaving: Leaving
  readonly onLeave: (reason: SignedOutReason) => void
}

function SignedInPage({ server, access, leaving, onLeave }: SignedInProps) {
  const token = useRenewedToken(server, access.token)
  const [projectId, setProjectId] = useState(access.projectId)
  const client = useMemo(() => connectTo(server, token), [server, token])
  const choose = useCallback(
    (id: string | undefined) => {
      keepAccess({ token: token(), projectId: id })
      setProjectId(id)
    },
    [token],
  )
  const fail = useCallback((error: unknown) => onLeave(error instanceof RefusedRequest ? 'expired' : 'unreachable'), [onLeave])
  if (projectId === undefined) return <ChooseProject client={client} onChoose={choose} onFailed={fail} />
  return <ProjectPage {...{ server, token, projectId, leaving, onLeave }} onSwitch={choose} />
}

export interface ProjectPageProps extends Omit<SignedInProps, 'access'> {
  readonly token: () => string
  readonly projectId: string
  readonly onSwitch: (projectId: string | undefined) => void
}

/** One project; in a webview of an editor it is all there is. */
export function ProjectPage({ server, token, projectId, leaving: { unsaved, leave }, onLeave, onSwitch }: ProjectPageProps) {
  const [project, setProject] = useState<OpenProject>()
  const [defect, setDefect] = useState<unknown>()
  useEffect(() => {
    const onUnsaved = (paths: readonly string[]) => unsaved.setState(paths, true)
    const opened = openProject({ server, token, projectId, onRefused: () => onLeave('expired'), onDefect: setDefect, onUnsaved })
    setProject(opened)
    return () => opened.close()
  }, [server, token, projectId, unsaved, onLeave])
  if (defect) throw defect
  if (!project) return null
  return (
    <ProjectProvider value={project}>
      <Workbench onLeave={() => leave(() => onLeave('no-link'))} onSwitch={(id) => leave(() => onSwitch(id))} />
    </ProjectProvider>
  )
}
