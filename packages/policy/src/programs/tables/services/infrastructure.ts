// Clusters, clouds and hosts. Their credentials belong to the person; what they do cannot be taken back.
import { text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { programsOf, row } from '../row.ts'

const unlisted = programsOf('unlisted')

/** Programs that are nothing but calls to a provider, with the two sub-commands that are not. */
const cloud = (names: string, deploy: string): Program => {
  const name = names.split(' ')[0] as string
  return {
    names,
    toolchain: 'unlisted',
    otherwise: 'sends',
    rows: [
      row('--version|--help|help', 'looks', `${name} --version`, `${name} ${deploy}`),
      row('configure|config|login|logout|auth|account|init', 'installs', `${name} login`, `${name} login ../x`),
      row(deploy, 'sends', `${name} ${deploy}`, `${name} ${deploy} ../x`),
    ],
  }
}

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
const CLUSTERS: readonly Program[] = [
  {
    names: 'kubectl oc k9s',
    toolchain: 'unlisted',
    options: { '-n --namespace --context --cluster --user': text, '--kubeconfig': word },
    otherwise: 'sends',
    rows: [
      row('kustomize|completion|options|plugin|help', 'looks', 'kubectl kustomize overlays/dev', 'kubectl apply -f a.yaml'),
      row('version', 'sends', 'kubectl version', 'kubectl version --kubeconfig ../x'),
      row('config', 'installs', 'kubectl config use-context a', 'kubectl config view --kubeconfig ../x'),
      row(
        'get|describe|logs|top|explain|api-resources|api-versions|cluster-info|events|diff|wait|rollout|auth',
        'sends',
        'kubectl get pods',
        'kubectl get -f ../a.yaml',
      ),
      row(
        'apply|create|delete|edit|patch|replace|scale|autoscale|expose|run|set|label|annotate|taint|cordon|uncordon|drain',
        'sends',
        'kubectl apply -f a.yaml',
        'kubectl apply -f ../a.yaml',
      ),
      row('exec|attach|cp|port-forward|proxy|debug|certificate', 'sends', 'kubectl exec a -- ls', 'kubectl cp ../a b:/c'),
    ],
  },
  {
    names: 'helm',
    toolchain: 'unlisted',
    otherwise: 'sends',
    rows: [
      row('lint|template|show|version|env|completion|help|verify', 'looks', 'helm template chart', 'helm install a chart'),
      row('create|package', 'changes', 'helm create chart', 'helm create ../chart'),
      row('dependency|dep|pull|fetch|search', 'fetches', 'helm dependency update chart', 'helm install a chart'),
      row('repo|plugin', 'installs', 'helm repo add a http://x', 'helm plugin install ../x'),
      row(
        'install|upgrade|uninstall|delete|rollback|list|ls|status|get|history|test|push|registry',
        'sends',
        'helm install a chart',
        'helm install a ../chart',
      ),
    ],
  },
  unlisted('skaffold tilt argocd flux istioctl kustomize helmfile eksctl kops stern kubectx kubens', 'sends', [
    'skaffold run',
    'skaffold run -f ../x',
  ]),
]

const TERRAFORM: Program = {
  names: 'terraform tofu terragrunt',
  toolchain: 'terraform',
  options: { '-chdir': word },
  otherwise: 'sends',
  rows: [
    row('fmt', 'changes', 'terraform fmt -recursive', 'terraform fmt ../x'),
    row(
      'validate|version|--version|-version|-v|graph|providers|metadata|functions|help|-help|modules|hclfmt',
      'looks',
      'terraform validate',
      'terraform apply',
    ),
    row('init|get', 'fetches', 'terraform init', 'terraform apply'),
    row(
      'plan|apply|destroy|refresh|import|taint|untaint|output|show|state|workspace|force-unlock|test|console|query|run-all|run',
      'sends',
      'terraform plan -out=plan.tfplan',
      'terraform plan -out=../plan',
    ),
    row('login|logout|cloud|push', 'sends', 'terraform login', 'terraform login ../x'),
  ],
}

const HOSTING: readonly Program[] = [
  {
    names: 'gh',
    toolchain: 'unlisted',
    otherwise: 'sends',
    rows: [
      row('--version|version|help|--help|completion', 'looks', 'gh --version', 'gh pr view 1'),
      row(
        'pr|issue|repo|release|run|workflow|api|gist|search|browse|label|project|secret|variable|codespace|cache|ruleset|status|attestation|org',
        'sends',
        'gh pr view 1',
        'gh pr create -F ../x',
      ),
      row('auth|config|alias|extension|ssh-key|gpg-key', 'installs', 'gh auth login', 'gh auth login ../x'),
    ],
  },
  {
    names: 'glab hub tea bb',
    toolchain: 'unlisted',
    otherwise: 'sends',
    rows: [
      row('--version|version|help', 'looks', 'glab --version', 'glab mr list'),
      row('mr|issue|repo|release|ci|api|snippet|pr', 'sends', 'glab mr list', 'glab mr create ../x'),
      row('auth|config|alias', 'installs', 'glab auth login', 'glab auth login ../x'),
    ],
  },
  unlisted('svn hg', 'sends', ['svn update', 'svn update ../x']),
]

export const INFRASTRUCTURE: readonly Program[] = [
  ...CLUSTERS,
  TERRAFORM,
  ...HOSTING,
  unlisted('ansible ansible-playbook ansible-galaxy ansible-vault ansible-inventory', 'sends', [
    'ansible-playbook a.yml',
    'ansible-playbook ../a.yml',
  ]),
  unlisted('ansible-lint tflint tfsec checkov packer vagrant', 'code', ['tflint', 'tflint ../x']),
  cloud('aws', 's3'),
  cloud('gcloud gsutil bq', 'app'),
  cloud('az func azd', 'webapp'),
  cloud('vercel now', 'deploy'),
  cloud('netlify ntl', 'deploy'),
  cloud('flyctl fly', 'deploy'),
  cloud('heroku', 'run'),
  cloud('wrangler', 'publish'),
  cloud('firebase supabase railway render doctl linode-cli hcloud oci ibmcloud', 'deploy'),
  cloud('pulumi', 'up'),
  cloud('cdk sam serverless sls sst amplify copilot eb', 'deploy'),
  cloud('sentry-cli datadog-ci codecov snyk sonar-scanner doppler op vault', 'upload'),
]
