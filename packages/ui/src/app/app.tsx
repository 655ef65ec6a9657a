// From nothing to the workbench: signed in, a project chosen, its mirror filled and followed.
import { RefusedRequest } from '@countersign/client'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Access, forgetAccess, keepAccess } from '../connection/access.ts'
import { type OpenProject, openProject } from '../connection/open-project.ts'
import { ProjectProvider } from '../connection/project-context.ts'
import { connectTo, type Server, type SignedOutReason, type SignIn } from '../connection/sign-in.ts'
import { ChooseProject } from './entrance/choose-project.tsx'
import { SignedOut } from './entrance/signed-out.tsx'
import { Workbench } from './layout/workbench.tsx'

export function App({ server, first }: { readonly server: Server; readonly first: SignIn }) {
  const [signedIn, setSignedIn] = useState(first)
  const leave = useCallback((reason: SignedOutReason) => {
    forgetAccess()
    setSignedIn({ reason })
  }, [])
  if ('reason' in signedIn) return <SignedOut server={server} reason={signedIn.reason} onSignIn={setSignedIn} />
  return <SignedInPage key={signedIn.access.token} server={server} access={signedIn.access} onLeave={leave} />
}

interface SignedInProps {
  readonly server: Server
  readonly access: Access
  readonly onLeave: (reason: SignedOutReason) => void
}

function SignedInPage({ server, access, onLeave }: SignedInProps) {
  const [projectId, setProjectId] = useState(access.projectId)
  const client = useMemo(() => connectTo(server, access.token), [server, access.token])
  const choose = useCallback(
    (id: string) => {
      keepAccess({ token: access.token, projectId: id })
      setProjectId(id)
    },
    [access.token],
  )
  const fail = useCallback((error: unknown) => onLeave(error instanceof RefusedRequest ? 'expired' : 'unreachable'), [onLeave])
  if (projectId === undefined) return <ChooseProject client={client} onChoose={choose} onFailed={fail} />
  return <ProjectPage server={server} token={access.token} projectId={projectId} onLeave={onLeave} />
}

interface ProjectPageProps extends Omit<SignedInProps, 'access'> {
  readonly token: string
  readonly projectId: string
}

function ProjectPage({ server, token, projectId, onLeave }: ProjectPageProps) {
  const [project, setProject] = useState<OpenProject>()
  const [defect, setDefect] = useState<unknown>()
  useEffect(() => {
    const opened = openProject({ server, token, projectId, onRefused: () => onLeave('expired'), onDefect: setDefect })
    setProject(opened)
    return () => opened.close()
  }, [server, token, projectId, onLeave])
  if (defect) throw defect
  if (!project) return null
  return (
    <ProjectProvider value={project}>
      <Workbench onLeave={() => onLeave('no-link')} />
    </ProjectProvider>
  )
}
