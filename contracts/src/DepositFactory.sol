// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Stands at a deposit address. It can only send the whole balance of a token to the treasury. Anybody may call it.
contract DepositForwarder {
    using SafeERC20 for IERC20;

    address public immutable treasury;

    constructor(address treasury_) {
        treasury = treasury_;
    }

    function sweep(IERC20 token) external {
        uint256 held = token.balanceOf(address(this));
        if (held > 0) token.safeTransfer(treasury, held);
    }
}

/// Gives each salt an address that is known before anything stands there, and that nobody holds a key to. An address depends on the
/// factory's own address and the salt alone: a factory at the same address on another chain reaches what was sent there by mistake.
contract DepositFactory {
    address public immutable treasury;
    /// What every deposit address delegates to; the factory's first contract.
    address public immutable forwarder;

    error NoTreasury();

    constructor(address treasury_) {
        if (treasury_ == address(0)) revert NoTreasury();
        treasury = treasury_;
        forwarder = address(new DepositForwarder(treasury_));
    }

    function addressOf(bytes32 salt) public view returns (address) {
        return Clones.predictDeterministicAddress(forwarder, salt);
    }

    /// Sends what these addresses hold of a token to the treasury. What does not stand there yet is put there first.
    function sweep(bytes32[] calldata salts, IERC20 token) external {
        for (uint256 i = 0; i < salts.length; i++) {
            address standing = addressOf(salts[i]);
            if (standing.code.length == 0) Clones.cloneDeterministic(forwarder, salts[i]);
            DepositForwarder(standing).sweep(token);
        }
    }
}
