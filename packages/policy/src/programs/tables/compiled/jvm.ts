// Java and its kin. Maven and Gradle obey .mvn/ and gradle/ of the workspace, and take goals in any number and order: a goal that publishes
// counts wherever it stands. The wrappers of the workspace, mvnw and gradlew, have the same goals.
import { flags, text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { raise, row } from '../row.ts'

const VERSION = { options: {}, operands: 'none' } as const

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
const MAVEN: Program = {
  names: 'mvn mvnw mvnd',
  toolchain: 'maven',
  rows: [
    row('', 'builds', 'mvn -q clean test -Dtest=ATest', 'mvn clean deploy', {
      options: {
        ...flags('-q --quiet -B --batch-mode -o --offline -e --errors -X --debug -am --also-make -amd -N --non-recursive -fae -ff -fn -V'),
        '-pl --projects -P --activate-profiles -T --threads -rf --resume-from -D --define --color': text,
        '-f --file -s --settings -gs --global-settings -t --toolchains -l --log-file': word,
      },
      raises: {
        ...raise('sends', 'deploy deploy:deploy deploy:deploy-file site-deploy site:deploy scm:checkin scm:tag'),
        ...raise('sends', 'release:perform release:prepare release:stage jib:build docker:push nexus-staging:release nexus-staging:deploy'),
        ...raise('serves', 'spring-boot:run quarkus:dev jetty:run tomcat7:run liberty:dev micronaut:run gwt:run'),
        ...raise(
          'fetches',
          '-U --update-snapshots dependency:get dependency:resolve dependency:go-offline dependency:purge-local-repository',
        ),
        ...raise('fetches', 'archetype:generate versions:display-dependency-updates versions:use-latest-versions wrapper:wrapper'),
        ...raise('code', '-s --settings -gs --global-settings -t --toolchains exec:exec antrun:run groovy:execute'),
        ...raise('controls', 'flyway:migrate flyway:clean liquibase:update docker:start docker:stop docker:build fabric8:deploy'),
      },
    }),
    row('--version|-v|--help|-h', 'looks', 'mvn --version', 'mvn deploy'),
  ],
}

const GRADLE: Program = {
  names: 'gradle gradlew',
  toolchain: 'gradle',
  rows: [
    row('', 'builds', 'gradle clean build -x test', 'gradle publish', {
      options: {
        ...flags(
          '--no-daemon --daemon --offline -q --quiet -i --info -d --debug -s --stacktrace -S --full-stacktrace --parallel --rerun-tasks',
        ),
        ...flags('--build-cache --no-build-cache --continue --dry-run -m --configure-on-demand --console-plain --no-configuration-cache'),
        '-x --exclude-task --tests --console --warning-mode --max-workers --priority -P --project-prop -D --system-prop': text,
        '-p --project-dir -b --build-file -c --settings-file -g --gradle-user-home --project-cache-dir --include-build -I --init-script':
          word,
      },
      raises: {
        ...raise(
          'sends',
          'publish uploadArchives publishPlugins bintrayUpload closeAndReleaseRepository jib dockerPush appDistributionUpload',
        ),
        ...raise('sends', 'publishToSonatype publishAllPublicationsToMavenRepository --scan'),
        ...raise('fetches', '--refresh-dependencies --refresh-keys --write-verification-metadata wrapper'),
        ...raise('serves', '-t --continuous bootRun quarkusDev appRun jettyRun'),
        ...raise('controls', '--stop installDebug connectedAndroidTest connectedCheck flywayMigrate'),
        ...raise('code', '-I --init-script -g --gradle-user-home'),
      },
    }),
    row('--version|-v|--help|-h|-?', 'looks', 'gradle --version', 'gradle publish'),
  ],
}

export const JVM: readonly Program[] = [
  MAVEN,
  GRADLE,
  {
    names: 'java',
    toolchain: 'utility',
    rows: [
      row('', 'builds', 'java -cp build Main', 'java -javaagent:a.jar Main', {
        options: { '-cp -classpath --class-path -p --module-path -jar -m --module': word },
        raises: { ...raise('code', '-javaagent -agentlib -agentpath'), ...raise('serves', '-agentlib:jdwp') },
      }),
      row('-version|--version|-fullversion', 'reads', 'java -version', 'java -jar a.jar', VERSION),
    ],
  },
  {
    names: 'javac',
    toolchain: 'utility',
    rows: [
      row('', 'builds', 'javac -d out src/A.java', 'javac -d ../out src/A.java', {
        options: { '-d -h -s -cp -classpath --class-path -p --module-path -sourcepath -processorpath': word },
        raises: raise('code', '-Xplugin -J'),
      }),
      row('-version|--version', 'reads', 'javac -version', 'javac A.java', VERSION),
    ],
  },
  {
    names: 'jar javap javadoc jdeps jlink jpackage jdeprscan',
    toolchain: 'utility',
    rows: [row('', 'builds', 'jar tf a.jar', 'jar tf ../a.jar')],
  },
  { names: 'jps jstack jmap jcmd jinfo jstat jconsole jhat', toolchain: 'unlisted', rows: [row('', 'controls', 'jps', 'jps ../x')] },
  { names: 'jshell groovy groovysh scala', toolchain: 'unlisted', rows: [row('', 'code', 'jshell', 'jshell ../x')] },
  { names: 'keytool jarsigner', toolchain: 'unlisted', rows: [row('', 'code', 'keytool -list', 'keytool -list -keystore ../x')] },
  {
    names: 'kotlinc kotlin scalac groovyc ktlint detekt scalafmt google-java-format checkstyle spotbugs',
    toolchain: 'utility',
    rows: [row('', 'builds', 'kotlinc a.kt', 'kotlinc ../a.kt', { raises: raise('code', '-e -script') })],
  },
  {
    names: 'sbt mill ant',
    toolchain: 'gradle',
    rows: [
      row('', 'builds', 'sbt compile test', 'sbt publish', {
        raises: {
          ...raise('sends', 'publish publishSigned release sonatypeRelease sonatypeBundleRelease deploy'),
          ...raise('serves', 'run ~run reStart'),
          ...raise('fetches', 'update'),
        },
      }),
      row('--version|-version|--help', 'looks', 'sbt --version', 'sbt publish'),
    ],
  },
  { names: 'sdk jenv jbang coursier cs', toolchain: 'unlisted', rows: [row('', 'installs', 'sdk install java', 'sdk install java ../x')] },
  {
    names: 'adb emulator sdkmanager avdmanager fastboot',
    toolchain: 'unlisted',
    rows: [row('', 'controls', 'adb devices', 'adb push ../x /sdcard')],
  },
]
