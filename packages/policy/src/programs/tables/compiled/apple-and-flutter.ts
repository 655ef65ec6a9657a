// Dart, Flutter, Swift and Xcode.
import { text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { programsOf, raise, row } from '../row.ts'

const unlisted = programsOf('unlisted')

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const DART: readonly Program[] = [
  {
    names: 'dart',
    toolchain: 'dart',
    rows: [
      row('analyze|test|run|compile|fix|format|doc|build|create', 'builds', 'dart test', 'dart pub get'),
      row('info|--version|help|--help', 'looks', 'dart --version', 'dart pub get'),
      row('pub get|upgrade|add|outdated|downgrade|unpack|bump', 'fetches', 'dart pub get', 'dart pub publish'),
      row('pub remove|deps|run|workspace', 'builds', 'dart pub deps', 'dart pub get'),
      row('pub global|cache|token', 'installs', 'dart pub global activate a', 'dart pub global activate -s path ../x'),
      row('pub publish|lish|login|logout|uploader', 'sends', 'dart pub publish', 'dart pub publish -C ../x'),
      row('devtools|language-server|development-service', 'serves', 'dart devtools', 'dart pub publish'),
    ],
  },
  {
    names: 'flutter',
    toolchain: 'dart',
    options: { '-d --device-id': text },
    rows: [
      row('analyze|test|build|clean|format|gen-l10n|create|assemble|screenshot', 'builds', 'flutter analyze lib', 'flutter pub get', {
        options: { '--dart-define --flavor --name --plain-name': text },
      }),
      row('--version|help|--help|-h', 'looks', 'flutter --version', 'flutter upgrade'),
      row('pub get|upgrade|add|outdated|downgrade', 'fetches', 'flutter pub get', 'flutter pub publish'),
      row('pub remove|deps|run', 'builds', 'flutter pub deps', 'flutter pub get'),
      row('pub global|cache', 'installs', 'flutter pub global activate a', 'flutter pub global activate ../x'),
      row('pub publish', 'sends', 'flutter pub publish', 'flutter pub publish -C ../x'),
      row('run|drive|attach|debug-adapter|daemon|widget-preview', 'serves', 'flutter run', 'flutter upgrade'),
      row('devices|emulators|logs|install|doctor', 'controls', 'flutter devices', 'flutter install --use-application-binary ../x'),
      row('upgrade|downgrade|channel|config|precache|symbolize', 'installs', 'flutter upgrade', 'flutter config --android-sdk ../x'),
    ],
  },
  {
    names: 'melos fvm build_runner very_good',
    toolchain: 'dart',
    rows: [row('', 'builds', 'melos run test', 'melos run test ../x', { raises: raise('sends', 'publish') })],
  },
]

export const SWIFT: readonly Program[] = [
  {
    names: 'swift',
    toolchain: 'swift',
    rows: [
      row('build|test|run|format', 'builds', 'swift test', 'swift package update', {
        options: { '--package-path --scratch-path --build-path': word, '--filter -c --configuration': text },
      }),
      row('package resolve|update|edit', 'fetches', 'swift package update', 'swift package-registry publish x'),
      row('package describe|dump-package|show-dependencies|tools-version', 'looks', 'swift package describe', 'swift package update'),
      row(
        'package clean|reset|init|generate-xcodeproj|plugin|add-target|add-dependency',
        'builds',
        'swift package clean',
        'swift package update',
      ),
      row('package-registry|sdk|experimental-sdk', 'sends', 'swift package-registry publish x', 'swift sdk install ../x'),
      row('--version|-version|--help', 'looks', 'swift --version', 'swift repl'),
      row('repl', 'code', 'swift repl', 'swift repl ../x'),
    ],
  },
  {
    names: 'swiftc swiftlint swiftformat xcbeautify xcpretty tuist xcodegen',
    toolchain: 'swift',
    rows: [row('', 'builds', 'swiftc a.swift', 'swiftc ../a.swift')],
  },
  {
    names: 'xcodebuild',
    toolchain: 'swift',
    rows: [
      row('', 'builds', 'xcodebuild -scheme App test', 'xcodebuild -exportArchive', {
        options: { '-scheme -destination -configuration -sdk -target': text, '-project -workspace -derivedDataPath -archivePath': word },
        raises: {
          ...raise('sends', '-exportArchive -allowProvisioningUpdates'),
          ...raise('fetches', '-resolvePackageDependencies'),
          ...raise('installs', '-downloadPlatform install'),
        },
      }),
      row('-version|-list|-showsdks|-showBuildSettings', 'looks', 'xcodebuild -list', 'xcodebuild -exportArchive'),
    ],
  },
  unlisted('xcrun simctl instruments devicectl idb', 'controls', ['xcrun simctl list', 'xcrun simctl install booted ../x']),
  unlisted('codesign security notarytool altool fastlane', 'sends', ['fastlane release', 'fastlane release ../x']),
  unlisted('xcode-select softwareupdate defaults diskutil hdiutil plutil sw_vers', 'controls', ['diskutil list', 'diskutil list ../x']),
]
