// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Stands for the naira token on chains of our own. It is worth nothing, and its deployer mints any amount.
contract TestToken is ERC20, Ownable {
    uint8 private immutable _decimals;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) ERC20(name_, symbol_) Ownable(msg.sender) {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 value) external onlyOwner {
        _mint(to, value);
    }

    /// The power of an issuer over every holder: it takes tokens from anybody, to the zero address where they are burnt.
    function seize(address from, address to, uint256 value) external onlyOwner {
        _update(from, to, value);
    }
}
