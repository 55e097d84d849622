'use strict';
// The gsd-core that is known, and the modules of it that there are replacements for, by the SHA-256 of their bytes.

module.exports = {
  PACKAGE: '@opengsd/gsd-core',
  VERSION: '1.14.0',
  DIGESTS: {
    'capability-consent': '1b01e9cec76764f28c2e20b66adf5fada28d154a76a50c200976c6721d080cff',
    'capability-trust': '973722ab305be62ff1d8fabfe64d703058798e64bb945291d9d6174dde507f8c',
    'capability-validator': 'dcd3fccf59811a4c3d1d26935a835c019ffeba0ecaa7cb53139fbc2cbadead7f',
    'federated-config': '070bec8afc3e523a330a75da17adfb40fef26349e4e7f3e387b1c0bc717a84f3',
    'prompt-budget': 'f7060300603dab77f4b85badd563e42b0fb4e6efc0d9d90a7609f9f40f7acd1a',
    'review-lane-descriptor': '1b6fb9b1cd8428d9b7311ac8489c83731e72999da797d43730131c59b4015bee',
    'review-lane-invocation': 'f64f501396109d3cb8180aebb19ec7591271d20ed2c1a8ab6bd94c7f4560700c',
    'review-lane-runner': '98a4b558a329bbb1cb1c6c62f3b47e237431cebc4f302f92d79845dae220fdc5',
    'review-reviewer-selection': 'd33bfcf9686691e6d42eb9be95fd8759fcaa361d2efffcae4dfa68e4b594d1e1',
    'semver-compare': '4f661153bc421cfce65d3d3ab412c02bbcda53da6ceb767e9292b74f733cf1e6',
  },
};
